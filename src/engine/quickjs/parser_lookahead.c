/*
 * parser_lookahead.c - looking ahead: is "(" the start of an arrow function,
 * "[" or "{" of a pattern? Tokens are skipped without being parsed, and "/" is
 * read as the parser will read it.
 *
 * What must stay true: looking ahead throws nothing and leaves the state of the
 * parser as it was.
 */

/* Looking ahead, "/" begins a regular expression where an operand is expected,
   and is a division after one. Which of both depends on what was read before:
   on the brackets that a ")" or "}" closes, and on the "." before a keyword. */
typedef struct JSLookahead {
    int last_tok;   /* 0 before the first one */
    bool operand;   /* an operand may follow */
    bool statement; /* so may a statement */
    bool is_name;   /* a name of a property follows */
    size_t level;
    struct {
        char bracket;
        bool statements;  /* are in it, not expressions */
        bool is_operand;  /* the bracket that closes it ends an operand */
        uint8_t function; /* its body comes: 1 of a declaration, 2 of a value */
        uint16_t questions; /* that wait for their ":" */
    } state[256];
} JSLookahead;

/* an operand ends with this token */
static bool js_ends_operand(int tok)
{
    switch (tok) {
    case TOK_NUMBER:
    case TOK_STRING:
    case TOK_TEMPLATE:
    case TOK_REGEXP:
    case TOK_IDENT:
    case TOK_PRIVATE_NAME:
    case TOK_NULL:
    case TOK_FALSE:
    case TOK_TRUE:
    case TOK_THIS:
    case TOK_SUPER:
        return true;
    default:
        return false;
    }
}

/* a statement may follow this token */
static bool js_precedes_statement(JSLookahead *la, int tok)
{
    uint16_t *questions = &la->state[la->level - 1].questions;

    if (tok == '?') {
        ++*questions;
    } else if (tok == ':') {
        if (*questions == 0) /* a label, or a case */
            return la->state[la->level - 1].statements;
        --*questions;
    }
    return tok == ';' || tok == TOK_ELSE || tok == TOK_DO || tok == TOK_TRY ||
           tok == TOK_CATCH || tok == TOK_FINALLY;
}

/* "of" and "yield" are operators where they cannot be variables */
static bool js_is_word_operator(JSParseState *s, const JSLookahead *la)
{
    if (token_is_pseudo_keyword(s, JS_ATOM_of))
        return !la->operand;
    return token_is_pseudo_keyword(s, JS_ATOM_yield);
}

/* returns false if there are too many brackets */
static bool js_lookahead_open(JSLookahead *la, int tok)
{
    int function = la->state[la->level - 1].function;
    int last_tok = la->last_tok;
    bool statements, is_operand;

    if (la->level >= countof(la->state))
        return false;
    if (tok == '{') {
        statements = function || la->statement || last_tok == TOK_ARROW ||
                     last_tok == ')';
        is_operand = !statements || function == 2;
        la->state[la->level - 1].function = 0;
    } else {
        statements = false;
        is_operand =
            tok != '(' || (last_tok != TOK_IF && last_tok != TOK_FOR &&
                           last_tok != TOK_WHILE && last_tok != TOK_WITH);
    }
    la->state[la->level].bracket = tok;
    la->state[la->level].statements = statements;
    la->state[la->level].is_operand = is_operand;
    la->state[la->level].function = 0;
    la->state[la->level].questions = 0;
    la->level++;
    la->operand = true;
    la->statement = statements;
    return true;
}

/* returns false if the bracket is none that is open */
static bool js_lookahead_close(JSLookahead *la, int bracket)
{
    la->level--;
    if (la->state[la->level].bracket != bracket)
        return false;
    la->operand = la->statement = !la->state[la->level].is_operand;
    return true;
}

/* what may follow any other token */
static void js_lookahead_note(JSParseState *s, JSLookahead *la)
{
    int tok = s->token.val;
    bool statement = la->statement;

    if (la->is_name && token_is_ident(tok)) {
        tok = TOK_IDENT;
    } else if (tok == TOK_FUNCTION || tok == TOK_CLASS) {
        la->state[la->level - 1].function = statement ? 1 : 2;
    } else if (js_is_word_operator(s, la)) {
        tok = TOK_OF;
    } else if (tok == TOK_AWAIT && la->last_tok == TOK_FOR) {
        return; /* "for await (" */
    }
    la->statement = js_precedes_statement(la, tok) ||
                    (statement && token_is_pseudo_keyword(s, JS_ATOM_async));
    if (tok != TOK_INC && tok != TOK_DEC) /* after an operand, or before it */
        la->operand = !js_ends_operand(tok);
    la->is_name = tok == '.' || tok == TOK_QUESTION_MARK_DOT;
    la->last_tok = tok;
}

/* one token of what is skipped; returns false if the end is near */
static bool js_lookahead_token(JSParseState *s, JSLookahead *la)
{
    int tok = s->token.val;

    switch (tok) {
    case '(':
    case '[':
    case '{':
        if (!js_lookahead_open(la, tok))
            return false;
        break;
    case ')':
        if (!js_lookahead_close(la, '('))
            return false;
        break;
    case ']':
        if (!js_lookahead_close(la, '['))
            return false;
        break;
    case '}':
        if (la->state[la->level - 1].bracket == '`') {
            /* continue the parsing of the template */
            la->level--;
            free_token(s, &s->token);
            s->got_lf = false;
            s->last_line_num = s->token.line_num;
            s->last_col_num = s->token.col_num;
            if (js_parse_template_part(s, s->buf_ptr))
                return false;
            return js_lookahead_token(s, la);
        }
        if (!js_lookahead_close(la, '{'))
            return false;
        break;
    case TOK_TEMPLATE:
        if (s->token.u.str.sep != '`') { /* up to the next "${" */
            if (!js_lookahead_open(la, '`'))
                return false;
            break;
        }
        js_lookahead_note(s, la);
        return true;
    case TOK_EOF:
        return false;
    case TOK_DIV_ASSIGN:
    case '/':
        if (la->operand) {
            s->buf_ptr -= tok == '/' ? 1 : 2;
            if (js_parse_regexp(s))
                return false;
        }
        js_lookahead_note(s, la);
        return true;
    default:
        js_lookahead_note(s, la);
        return true;
    }
    la->is_name = false;
    la->last_tok = tok;
    return true;
}

/* No list of parameters has this token where one of its elements would begin
   or, after a name, go on. Without this a file that is one large "(function"
   would be read twice. */
static bool js_is_no_parameter(JSParseState *s, const JSLookahead *la)
{
    int tok = s->token.val;

    if (la->level != 2)
        return false;
    if (la->last_tok == TOK_IDENT)
        return tok != ',' && tok != '=' && tok != ')';
    if (la->last_tok == '(')
        return (tok >= TOK_NULL && tok <= TOK_CLASS) ||
               (!token_is_ident(tok) && tok != '{' && tok != '[' &&
                tok != ')' && tok != TOK_ELLIPSIS);
    return false;
}

/* Skip what is in brackets, come back, and return the token that follows them.
   Without 'pbits' only an arrow is of interest. -1: there is no memory. */
static int js_parse_skip_parens_token(JSParseState *s, int *pbits,
                                      bool no_line_terminator)
{
    JSLookahead la;
    JSParsePos pos;
    int tok = TOK_EOF;
    int bits = 0;

    la.last_tok = 0;
    la.operand = true;
    la.statement = la.is_name = false;
    memset(&la.state[0], 0, sizeof(la.state[0])); /* nothing closes this one */
    la.level = 1;

    js_parse_get_pos(s, &pos);
    s->guessing = true;
    for (;;) {
        if (la.level == 2 && s->token.val == ';')
            bits |= SKIP_HAS_SEMI;
        else if (la.level == 2 && s->token.val == TOK_ELLIPSIS)
            bits |= SKIP_HAS_ELLIPSIS;
        else if (s->token.val == '=')
            bits |= SKIP_HAS_ASSIGNMENT;
        if (!pbits && !(bits & SKIP_HAS_ASSIGNMENT) &&
            js_is_no_parameter(s, &la))
            break;
        if (!js_lookahead_token(s, &la) || next_token(s))
            break;
        if (la.level <= 1) {
            tok = s->token.val;
            if (token_is_pseudo_keyword(s, JS_ATOM_of))
                tok = TOK_OF;
            if (no_line_terminator && s->last_line_num != s->token.line_num)
                tok = '\n';
            break;
        }
    }
    s->guessing = false;
    if (pbits)
        *pbits = bits;
    if (JS_HasException(s->ctx)) {
        free_token(s, &s->token);
        s->token.val = TOK_ERROR;
        return -1;
    }
    if (js_parse_seek_token(s, &pos))
        return -1;
    return tok;
}
