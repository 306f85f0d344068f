/*
 * parser_scopes.c - variables by name. A function with more than
 * JS_INDEXED_NAMES names has a hash table of them, so that a program of a
 * hundred thousand variables compiles in linear time.
 *
 * What must stay true: name_index_find() gives what a search from the last to
 * the first would give.
 */

/* Functions with fewer names are searched one by one. */
#define JS_INDEXED_NAMES 24

/* instead of the scope of a variable */
#define NAME_ARG (-1)

#define NAME_GLOBAL (-2)

static uint32_t name_index_slot(const JSNameIndex *x, uint32_t name, int scope)
{
    uint32_t i = hash32(name ^ hash32(scope)) & (x->size - 1);

    while (x->tab[i].idx >= 0 &&
           (x->tab[i].name != name || x->tab[i].scope != scope))
        i = (i + 1) & (x->size - 1);
    return i;
}

static int name_index_find(const JSNameIndex *x, uint32_t name, int scope)
{
    return x->tab[name_index_slot(x, name, scope)].idx;
}

static bool name_index_grow(JSContext *ctx, JSNameIndex *x)
{
    JSNameIndex old = *x;
    uint32_t i;

    x->size = old.size ? old.size * 2 : 64;
    x->tab = js_malloc_rt(ctx->rt, x->size * sizeof(*x->tab));
    if (!x->tab) {
        *x = old;
        return false;
    }
    for (i = 0; i < x->size; i++)
        x->tab[i].idx = -1;
    for (i = 0; i < old.size; i++) {
        if (old.tab[i].idx >= 0)
            x->tab[name_index_slot(x, old.tab[i].name, old.tab[i].scope)] =
                old.tab[i];
    }
    js_free_rt(ctx->rt, old.tab);
    return true;
}

/* Of several with the same name and scope the last is found, or the first. */
static bool name_index_add(JSContext *ctx, JSNameIndex *x, uint32_t name,
                           int scope, int idx, bool is_first)
{
    uint32_t i;

    if (x->count * 2 >= x->size && !name_index_grow(ctx, x))
        return false;
    i = name_index_slot(x, name, scope);
    if (x->tab[i].idx >= 0 && is_first)
        return true;
    x->count += x->tab[i].idx < 0;
    x->tab[i].name = name;
    x->tab[i].scope = scope;
    x->tab[i].idx = idx;
    return true;
}

/* False if the names have to be searched one by one: they are few, or there
   is no memory. */
static bool index_names(JSContext *ctx, JSFunctionDef *fd)
{
    JSNameIndex *x = &fd->names;
    int *done = x->done;

    if (fd->var_count + fd->arg_count + fd->global_var_count < JS_INDEXED_NAMES)
        return false;
    for (; done[0] < fd->var_count; done[0]++) {
        JSVarDef *vd = &fd->vars[done[0]];
        if (!name_index_add(ctx, x, vd->var_name, vd->scope_level, done[0],
                            false))
            return false;
    }
    for (; done[1] < fd->arg_count; done[1]++) {
        if (!name_index_add(ctx, x, fd->args[done[1]].var_name, NAME_ARG,
                            done[1], false))
            return false;
    }
    for (; done[2] < fd->global_var_count; done[2]++) {
        if (!name_index_add(ctx, x, fd->global_vars[done[2]].var_name,
                            NAME_GLOBAL, done[2], true))
            return false;
    }
    return true;
}

/* The variable of a scope or of one around it that has this name: what a walk
   through 'scope_next' finds, if there is no 'with' in between. The names are
   in the index. '*pscope' becomes the scope of the variable; at the end it is
   the outermost one. */
static int find_indexed_var(JSFunctionDef *fd, JSAtom name, int *pscope)
{
    int idx, scope = *pscope;

    for (;;) {
        idx = name_index_find(&fd->names, name, scope);
        *pscope = scope;
        scope = fd->scopes[scope].parent;
        if (idx >= 0 || scope < 0)
            return idx;
    }
}

/* return the variable index or -1 if not found,
   add ARGUMENT_VAR_OFFSET for argument variables */
static int find_arg(JSContext *ctx, JSFunctionDef *fd, JSAtom name)
{
    int i;

    if (index_names(ctx, fd)) {
        i = name_index_find(&fd->names, name, NAME_ARG);
        return i < 0 ? i : i | ARGUMENT_VAR_OFFSET;
    }
    for (i = fd->arg_count; i-- > 0;) {
        if (fd->args[i].var_name == name)
            return i | ARGUMENT_VAR_OFFSET;
    }
    return -1;
}

static int find_var(JSContext *ctx, JSFunctionDef *fd, JSAtom name)
{
    JSVarDef *vd;
    int i;

    if (index_names(ctx, fd)) {
        i = name_index_find(&fd->names, name, 0);
        return i >= 0 ? i : find_arg(ctx, fd, name);
    }
    for (i = fd->var_count; i-- > 0;) {
        vd = &fd->vars[i];
        if (vd->var_name == name)
            if (vd->scope_level == 0)
                return i;
    }
    return find_arg(ctx, fd, name);
}

static bool is_plain_lexical(JSVarDef *vd)
{
    return vd->is_lexical && vd->var_kind == JS_VAR_NORMAL &&
           vd->scope_level != 0;
}

/* A declaration is over. What is declared in this scope so far is initialized
   for all code that follows in it, since there is no way into a scope but from
   its beginning, except for that of a switch. The code of a function inside may
   run sooner; it sees these variables by references. */
static void note_initialized(JSFunctionDef *fd)
{
    JSVarDef *vd;
    int idx;

    if (fd->scopes[fd->scope_level].is_switch)
        return;
    for (idx = fd->scopes[fd->scope_level].first; idx >= 0;
         idx = vd->scope_next) {
        vd = &fd->vars[idx];
        if (vd->scope_level != fd->scope_level)
            break;
        if (!is_plain_lexical(vd))
            continue;
        if (vd->func_pool_idx >= 0)
            break; /* and so are those before */
        vd->func_pool_idx = fd->byte_code.size;
    }
}

/* Does code that ends at 'pos_next' have to look if the variable is there yet?
 */
static bool is_checked_var(JSVarDef *vd, int pos_next)
{
    if (is_plain_lexical(vd) && vd->func_pool_idx >= 0 &&
        pos_next > vd->func_pool_idx)
        return false;
    return vd->is_lexical;
}

/* find a 'var' declaration in the same scope or a child scope */
static int find_var_in_child_scope(JSContext *ctx, JSFunctionDef *fd,
                                   JSAtom name, int scope_level)
{
    int i;

    if (index_names(ctx, fd)) {
        i = name_index_find(&fd->names, name, 0);
        return i >= 0 && is_child_scope(ctx, fd, fd->vars[i].scope_next,
                                        scope_level)
                   ? i
                   : -1;
    }
    for (i = 0; i < fd->var_count; i++) {
        JSVarDef *vd = &fd->vars[i];
        if (vd->var_name == name && vd->scope_level == 0) {
            if (is_child_scope(ctx, fd, vd->scope_next, scope_level))
                return i;
        }
    }
    return -1;
}

static JSGlobalVar *find_global_var(JSContext *ctx, JSFunctionDef *fd,
                                    JSAtom name)
{
    int i;

    if (index_names(ctx, fd)) {
        i = name_index_find(&fd->names, name, NAME_GLOBAL);
        return i >= 0 && i < fd->global_var_count ? &fd->global_vars[i] : NULL;
    }
    for (i = 0; i < fd->global_var_count; i++) {
        JSGlobalVar *hf = &fd->global_vars[i];
        if (hf->var_name == name)
            return hf;
    }
    return NULL;
}

static JSGlobalVar *find_lexical_global_var(JSContext *ctx, JSFunctionDef *fd,
                                            JSAtom name)
{
    JSGlobalVar *hf = find_global_var(ctx, fd, name);
    if (hf && hf->is_lexical)
        return hf;
    else
        return NULL;
}

static int find_lexical_decl(JSContext *ctx, JSFunctionDef *fd, JSAtom name,
                             int scope_idx, bool check_catch_var)
{
    if (index_names(ctx, fd)) {
        int scope = fd->scope_level;
        while (scope >= 0) {
            scope_idx = find_indexed_var(fd, name, &scope);
            if (scope_idx < 0)
                break;
            if (scope > 0 && (fd->vars[scope_idx].is_lexical ||
                              (fd->vars[scope_idx].var_kind == JS_VAR_CATCH &&
                               check_catch_var)))
                return scope_idx;
            scope = fd->scopes[scope].parent;
        }
        scope_idx = -1;
    }
    while (scope_idx >= 0) {
        JSVarDef *vd = &fd->vars[scope_idx];
        if (vd->var_name == name &&
            (vd->is_lexical ||
             (vd->var_kind == JS_VAR_CATCH && check_catch_var)))
            return scope_idx;
        scope_idx = vd->scope_next;
    }

    if (fd->is_eval && fd->eval_type == JS_EVAL_TYPE_GLOBAL) {
        if (find_lexical_global_var(ctx, fd, name))
            return GLOBAL_VAR_OFFSET;
    }
    return -1;
}

/* A function in a block is a variable of the function around it as well, unless
   something else between both has its name. Functions in blocks do not count:
   the one that is evaluated last wins, as in V8. */
static bool js_hides_block_function(JSContext *ctx, JSFunctionDef *fd,
                                    JSAtom name)
{
    int idx, scope;

    if (index_names(ctx, fd)) {
        for (scope = fd->scope_level; scope > 0;
             scope = fd->scopes[scope].parent) {
            idx = find_indexed_var(fd, name, &scope);
            if (idx >= 0 && fd->vars[idx].is_lexical && scope > 0 &&
                fd->vars[idx].var_kind != JS_VAR_FUNCTION_DECL)
                return true;
        }
        idx = -1;
    } else {
        idx = fd->scope_first;
    }
    for (; idx >= 0; idx = fd->vars[idx].scope_next)
        if (fd->vars[idx].var_name == name && fd->vars[idx].is_lexical &&
            fd->vars[idx].var_kind != JS_VAR_FUNCTION_DECL)
            return true;
    return fd->is_eval && fd->eval_type == JS_EVAL_TYPE_GLOBAL &&
           find_lexical_global_var(ctx, fd, name);
}

/* return the variable index or -1 if error */
static int add_var(JSContext *ctx, JSFunctionDef *fd, JSAtom name)
{
    JSVarDef *vd;

    if (fd->var_count >= JS_MAX_LOCAL_VARS) {
        // XXX: add_var() should take JSParseState *s and use js_parse_error
        JS_ThrowSyntaxError(ctx,
                            "Too many variables declared (only %d allowed)",
                            JS_MAX_LOCAL_VARS);
        return -1;
    }
    if (js_resize_array(ctx, (void **)&fd->vars, sizeof(fd->vars[0]),
                        &fd->var_size, fd->var_count + 1))
        return -1;
    vd = &fd->vars[fd->var_count++];
    memset(vd, 0, sizeof(*vd));
    vd->var_name = JS_DupAtom(ctx, name);
    vd->func_pool_idx = -1;
    if (name == JS_ATOM__with_)
        fd->has_with = true;
    return fd->var_count - 1;
}

static int add_arg(JSContext *ctx, JSFunctionDef *fd, JSAtom name)
{
    JSVarDef *vd;

    /* the number of parameters is stored on 16 bits */
    if (fd->arg_count >= JS_MAX_ARGUMENTS) {
        // XXX: add_arg() should take JSParseState *s and use js_parse_error
        JS_ThrowSyntaxError(
            ctx, "Too many parameters in function definition (only %d allowed)",
            65534);
        return -1;
    }
    if (js_resize_array(ctx, (void **)&fd->args, sizeof(fd->args[0]),
                        &fd->arg_size, fd->arg_count + 1))
        return -1;
    vd = &fd->args[fd->arg_count++];
    memset(vd, 0, sizeof(*vd));
    vd->var_name = JS_DupAtom(ctx, name);
    vd->func_pool_idx = -1;
    return fd->arg_count - 1;
}

static int define_var(JSParseState *s, JSFunctionDef *fd, JSAtom name,
                      JSVarDefEnum var_def_type)
{
    JSContext *ctx = s->ctx;
    JSVarDef *vd;
    int idx;

    switch (var_def_type) {
    case JS_VAR_DEF_WITH:
        idx = add_scope_var(ctx, fd, name, JS_VAR_NORMAL);
        break;

    case JS_VAR_DEF_LET:
    case JS_VAR_DEF_CONST:
    case JS_VAR_DEF_USING:
    case JS_VAR_DEF_FUNCTION_DECL:
    case JS_VAR_DEF_NEW_FUNCTION_DECL:
        idx = find_lexical_decl(ctx, fd, name, fd->scope_first, true);
        if (idx >= 0) {
            if (idx < GLOBAL_VAR_OFFSET) {
                if (fd->vars[idx].scope_level == fd->scope_level) {
                    /* same scope: in non strict mode, functions
                       can be redefined (annex B.3.3.4). */
                    if (!(!fd->is_strict_mode &&
                          var_def_type == JS_VAR_DEF_FUNCTION_DECL &&
                          fd->vars[idx].var_kind == JS_VAR_FUNCTION_DECL)) {
                        goto redef_lex_error;
                    }
                } else if (fd->vars[idx].var_kind == JS_VAR_CATCH &&
                           (fd->vars[idx].scope_level + 2) == fd->scope_level) {
                    goto redef_lex_error;
                }
            } else {
                if (fd->scope_level == fd->body_scope) {
                redef_lex_error:
                    /* redefining a scoped var in the same scope: error */
                    return js_redeclared(s, name);
                }
            }
        }
        if (var_def_type != JS_VAR_DEF_FUNCTION_DECL &&
            var_def_type != JS_VAR_DEF_NEW_FUNCTION_DECL &&
            fd->scope_level == fd->body_scope && find_arg(ctx, fd, name) >= 0) {
            /* lexical variable redefines a parameter name */
            return js_redeclared(s, name);
        }

        if (find_var_in_child_scope(ctx, fd, name, fd->scope_level) >= 0) {
            return js_redeclared(s, name);
        }

        if (fd->is_global_var) {
            JSGlobalVar *hf;
            hf = find_global_var(ctx, fd, name);
            if (hf &&
                is_child_scope(ctx, fd, hf->scope_level, fd->scope_level)) {
                return js_redeclared(s, name);
            }
        }

        if (fd->is_eval &&
            (fd->eval_type == JS_EVAL_TYPE_GLOBAL ||
             fd->eval_type == JS_EVAL_TYPE_MODULE) &&
            fd->scope_level == fd->body_scope &&
            var_def_type != JS_VAR_DEF_USING) {
            JSGlobalVar *hf;
            hf = add_global_var(s->ctx, fd, name);
            if (!hf)
                return -1;
            hf->is_lexical = true;
            hf->is_const = (var_def_type == JS_VAR_DEF_CONST);
            idx = GLOBAL_VAR_OFFSET;
        } else {
            JSVarKindEnum var_kind;
            if (var_def_type == JS_VAR_DEF_FUNCTION_DECL)
                var_kind = JS_VAR_FUNCTION_DECL;
            else if (var_def_type == JS_VAR_DEF_NEW_FUNCTION_DECL)
                var_kind = JS_VAR_NEW_FUNCTION_DECL;
            else if (var_def_type == JS_VAR_DEF_USING)
                var_kind = JS_VAR_USING;
            else
                var_kind = JS_VAR_NORMAL;
            idx = add_scope_var(ctx, fd, name, var_kind);
            if (idx >= 0) {
                vd = &fd->vars[idx];
                vd->is_lexical = 1;
                vd->is_const = (var_def_type == JS_VAR_DEF_CONST ||
                                var_def_type == JS_VAR_DEF_USING);
            }
        }
        break;

    case JS_VAR_DEF_CATCH:
        idx = add_scope_var(ctx, fd, name, JS_VAR_CATCH);
        break;

    case JS_VAR_DEF_VAR:
        if (find_lexical_decl(ctx, fd, name, fd->scope_first, false) >= 0) {
        invalid_lexical_redefinition:
            /* error to redefine a var that inside a lexical scope */
            return js_redeclared(s, name);
        }
        if (fd->is_global_var) {
            JSGlobalVar *hf;
            hf = find_global_var(ctx, fd, name);
            if (hf && hf->is_lexical && hf->scope_level == fd->scope_level &&
                fd->eval_type == JS_EVAL_TYPE_MODULE) {
                goto invalid_lexical_redefinition;
            }
            hf = add_global_var(s->ctx, fd, name);
            if (!hf)
                return -1;
            idx = GLOBAL_VAR_OFFSET;
        } else {
            /* if the variable already exists, don't add it again  */
            idx = find_var(ctx, fd, name);
            if (idx >= 0)
                break;
            idx = add_var(ctx, fd, name);
            if (idx >= 0) {
                if (name == JS_ATOM_arguments && fd->has_arguments_binding)
                    fd->arguments_var_idx = idx;
                fd->vars[idx].scope_next = fd->scope_level;
            }
        }
        break;
    default:
        abort();
    }
    return idx;
}

/* check if scope chain contains a with statement */
static bool has_with_scope(JSFunctionDef *s, int scope_level)
{
    while (s) {
        /* no with in strict mode */
        if (!s->is_strict_mode && s->has_with) {
            for (; scope_level >= 0;
                 scope_level = s->scopes[scope_level].parent) {
                if (find_var_in_scope(s->ctx, s, JS_ATOM__with_, scope_level) >=
                    0)
                    return true;
            }
        }
        /* check parent scopes */
        scope_level = s->parent_scope_level;
        s = s->parent;
    }
    return false;
}

/* The same for what a function uses of those around it. */
static bool index_refs(JSContext *ctx, JSFunctionDef *s)
{
    JSNameIndex *x = &s->refs;

    if (s->closure_var_count < JS_INDEXED_NAMES)
        return false;
    for (; x->done[0] < s->closure_var_count; x->done[0]++) {
        JSClosureVar *cv = &s->closure_var[x->done[0]];
        if (!name_index_add(ctx, x, cv->var_name, NAME_REF, x->done[0], true) ||
            !name_index_add(ctx, x, cv->var_idx, cv->closure_type, x->done[0],
                            true))
            return false;
    }
    return true;
}

/* 'fd' must be a parent of 's'. Create in 's' a closure referencing
   another one in 'fd' */
static int get_closure_var(JSContext *ctx, JSFunctionDef *s, JSFunctionDef *fd,
                           JSClosureTypeEnum closure_type, int var_idx,
                           JSAtom var_name, bool is_const, bool is_lexical,
                           JSVarKindEnum var_kind)
{
    int i;

    if (fd != s->parent) {
        var_idx = get_closure_var(ctx, s->parent, fd, closure_type, var_idx,
                                  var_name, is_const, is_lexical, var_kind);
        if (var_idx < 0)
            return -1;
        if (closure_type != JS_CLOSURE_GLOBAL_REF)
            closure_type = JS_CLOSURE_REF;
    }
    if (index_refs(ctx, s)) {
        i = name_index_find(&s->refs, var_idx, closure_type);
        if (i >= 0)
            return i;
    } else {
        for (i = 0; i < s->closure_var_count; i++) {
            JSClosureVar *cv = &s->closure_var[i];
            if (cv->var_idx == var_idx && cv->closure_type == closure_type)
                return i;
        }
    }
    return add_closure_var(ctx, s, closure_type, var_idx, var_name, is_const,
                           is_lexical, var_kind);
}

/* Where a walk through the variables of a scope and those around it begins that
   looks for 'name' and for _with_: at the first variable, or at once where it
   would end. */
static int first_var_named(JSContext *ctx, JSFunctionDef *fd, JSAtom name,
                           int scope_level)
{
    int idx, scope;

    if (!index_names(ctx, fd))
        return fd->scopes[scope_level].first;
    for (scope = scope_level; scope >= 0; scope = fd->scopes[scope].parent) {
        idx = name_index_find(&fd->names, name, scope);
        if (idx < 0 && fd->has_with)
            idx = name_index_find(&fd->names, JS_ATOM__with_, scope);
        if (idx >= 0)
            return idx;
        scope_level = scope;
    }
    return scope_level == ARG_SCOPE_INDEX && fd->has_parameter_expressions
               ? ARG_SCOPE_END
               : -1;
}

/* The next one after a variable that is another. The variable of a 'with' has
   a scope of its own. */
static int next_var_named(JSContext *ctx, JSFunctionDef *fd, JSAtom name,
                          const JSVarDef *vd)
{
    if (!index_names(ctx, fd))
        return vd->scope_next;
    return first_var_named(ctx, fd, name, fd->scopes[vd->scope_level].parent);
}

/* 'this' of a strict function is in its frame: it needs no variable, unless a
   function inside refers to it. Those have been compiled already. */
static bool pushes_this(JSFunctionDef *s)
{
    return s->is_strict_mode && !s->is_derived_class_constructor &&
           !s->has_eval_call && !s->vars[s->this_var_idx].is_captured;
}

/* The function of `set #name(v)`, which has its brand; -1: exception. */
static int js_resolve_private_setter(JSContext *ctx, bool *pis_ref,
                                     JSFunctionDef *s, JSAtom name, int scope)
{
    JSAtom setter = get_private_setter_name(ctx, name);
    int kind;

    if (setter == JS_ATOM_NULL)
        return -1;
    const int idx =
        resolve_scope_private_field1(ctx, pis_ref, &kind, s, setter, scope);
    JS_FreeAtom(ctx, setter);
    return idx;
}
