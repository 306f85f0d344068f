# The one Makefile. `make help` names the targets.
#
# Sources are found by wildcard: a new file in a room needs no edit here. One
# build directory holds everything that is made; a sanitizer build has its own,
# so that both stay up to date side by side.

# Also if a rule stands before it.
.DEFAULT_GOAL := all

VERSION := $(shell sed -n 's/^.define ORR_VERSION "\(.*\)"/\1/p' include/orrery.h)
PREFIX ?= /usr/local
DESTDIR ?=
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
SAN ?=
CHECK ?=
ARENA ?=

ifeq ($(origin CC),default)
CC := gcc
endif

comma := ,
BUILD := build$(if $(SAN),/san-$(subst $(comma),-,$(SAN)))$(if $(CHECK),/check)$(if $(ARENA),/arena)
OBJDIR := $(BUILD)/obj

# Use all processors; a -j on the command line wins over this one.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory

# ---- Flags -----------------------------------------------------------------
# Warnings are errors where the code is checked: in CI, or with WERROR=-Werror.
# A compiler that is newer than the code must not keep a user from building it.

WERROR ?= $(if $(CI),-Werror)
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
  -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes \
  -Wold-style-definition -Wvla -Wundef -Wpointer-arith -Wwrite-strings \
  -Wcast-align -Wformat=2 -Wredundant-decls -Wnested-externs $(WERROR)
OPTIMISE ?= -O2 -g
# Two words that were written one by one are not to be read as one vector right
# after: the processor would wait for both to reach the cache.
BY_WORDS := -fno-tree-slp-vectorize
SANITISE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all \
  -fno-omit-frame-pointer)

ALL_CFLAGS := -std=c11 -D_GNU_SOURCE -Iinclude -Isrc $(OPTIMISE) $(BY_WORDS) \
  $(WARNINGS) $(if $(CHECK),-DORR_CHECKED) \
  -ffunction-sections -fdata-sections -pthread $(SANITISE)
ALL_LDFLAGS := -pthread -Wl,--gc-sections $(SANITISE) $(LDFLAGS)
LIBS := -lpthread

# ---- What is made of what --------------------------------------------------

LIB_ROOMS := base poll loop trace
# room NAMES: their C files; a room may have folders, one level deep.
room = $(sort $(wildcard $(foreach r,$(1),src/$(r)/*.c src/$(r)/*/*.c)))
LIB_SRC := $(call room,$(LIB_ROOMS))
LIB_OBJ := $(LIB_SRC:%.c=$(OBJDIR)/%.o)
LIB := $(BUILD)/liborrery.a

# The engine room uses quickjs, which tools/deps fetches and joins with ours. A
# sanitizer build compiles quickjs again, from the same source: else the sanitizer
# would not see values that are used after they were freed.
# src/engine/quickjs is part of quickjs.c, and compiled with it.
ENGINE_SRC := $(filter-out src/engine/quickjs/%,$(call room,engine))
ENGINE_OBJ := $(ENGINE_SRC:%.c=$(OBJDIR)/%.o)
BASE_OBJ := $(patsubst %.c,$(OBJDIR)/%.o,$(call room,base))
DEPS := build/deps/done
QJS := $(if $(SAN)$(CHECK),$(BUILD)/qjs/libqjs.a,build/deps/lib/libqjs.a)
LLHTTP := build/deps/lib/libllhttp.a
# The assembler; with sanitizers it also checks what it is asked for.
SLJIT := $(if $(SAN),$(BUILD)/sljit/libsljit.a,build/deps/lib/libsljit.a)
ENGINE_LIBS := -lm

# lib/*.js becomes bytecode in C arrays: build/lib.c, made by build/mklib.
LEXER_JS := build/deps/lib/internal/deps/cjs-module-lexer/lexer.js
TABLES_JS := $(patsubst %,build/deps/lib/internal/deps/iconv-lite/%.js, \
	big5-added cp936 cp949 cp950 eucjp gb18030-ranges gbk-added shiftjis)
LIB_JS := $(sort $(shell find lib -name '*.js' 2>/dev/null)) $(LEXER_JS) \
	$(TABLES_JS)
MKLIB := $(BUILD)/mklib
LIB_JS_C := $(BUILD)/lib.c
LIB_JS_OBJ := $(OBJDIR)/lib.o

# What a start runs lies together in the executable, so that a small program has
# few pages of it in memory: the bytecode of tools/start.d/modules, and the functions
# that tools/start.d/functions names.
START_MODULES := tools/start.d/modules
LAYOUT := $(BUILD)/layout

# The order of texts: tables made of CLDR's root collation.
COLLATION := build/deps/parts/collation/ucadata.icu
MKCOLLATE := $(BUILD)/mkcollate
COLLATION_C := $(BUILD)/collation.c
COLLATION_OBJ := $(OBJDIR)/src/text/collate_table.o

# The page that shows a trace, that of `orrery play`, that of two orders: one file each, made of
# viewer/ and kept in the executable.
PAGE := $(BUILD)/viewer.html
PLAY := $(BUILD)/play.html
BOTH := $(BUILD)/both.html
PAGE_OBJ := $(OBJDIR)/src/bind/core/page.o

# The executable.
# `explore` and `wasm` know neither the engine nor JavaScript; `bind` calls them.
BIND_SRC := $(call room,explore wasm code text bind cli)
BIND_OBJ := $(BIND_SRC:%.c=$(OBJDIR)/%.o)
ORRERY := $(BUILD)/orrery

# Everything that includes quickjs.h or node_api.h.
QJS_USERS := $(ENGINE_OBJ) $(BIND_OBJ) $(OBJDIR)/tools/mklib.o
$(QJS_USERS): ROOM_CFLAGS := -isystem build/deps/include \
  -isystem build/deps/include/node

HARNESS_SRC := test/test.c test/child.c test/alloc.c
LOOP_TEST_SRC := $(sort $(wildcard test/loop/*.c))
TEST_SRC := $(sort $(wildcard test/*.c)) $(LOOP_TEST_SRC)
TEST_OBJ := $(TEST_SRC:%.c=$(OBJDIR)/%.o)
$(TEST_OBJ): ROOM_CFLAGS := -Itest
LOOP_TEST := $(if $(LOOP_TEST_SRC),$(BUILD)/test/loop)

ENGINE_TEST_SRC := $(sort $(wildcard test/engine/*.c))
ENGINE_TEST_OBJ := $(ENGINE_TEST_SRC:%.c=$(OBJDIR)/%.o)
$(ENGINE_TEST_OBJ): ROOM_CFLAGS := -Itest -isystem build/deps/include
ENGINE_TEST := $(if $(ENGINE_TEST_SRC),$(BUILD)/test/engine)
ADDON := $(BUILD)/test/addon.node

# The executable with injected faults: see test/faults. Its quickjs takes every
# block from malloc(), so that each can fail or leak; that of a sanitizer build does
# so anyway. main.c closes what it opened, so that leaks are found.
FAULTS_SRC := $(sort $(wildcard test/faults/*.c))
FAULTS_OBJ := $(FAULTS_SRC:%.c=$(OBJDIR)/%.o)
FAULTS_MAIN := $(OBJDIR)/test/faults/main.o
FAULTS := $(BUILD)/test/faults
FAULTS_QJS := $(if $(SAN)$(CHECK),$(QJS),$(BUILD)/test/qjs/libqjs.a)
$(FAULTS_OBJ): ROOM_CFLAGS := -Itest -isystem build/deps/include \
  -isystem build/deps/include/node
$(FAULTS_OBJ): $(DEPS)

# The executable whose values have rare forms, and which notes what ran: see
# forms.c and cover.c of src/engine/quickjs; a function of src/bind can be taken
# away: test/reach.
FORMS := $(BUILD)/test/forms
FORMS_QJS := $(BUILD)/test/forms-qjs/libqjs.a
FORMS_OBJ := $(OBJDIR)/test/reach/mutant.o
$(FORMS_OBJ): ROOM_CFLAGS := -Itest -isystem build/deps/include \
  -isystem build/deps/include/node
$(FORMS_OBJ): $(DEPS)

# Several runtimes in one process, from C.
RUNTIME_TEST_OBJ := $(OBJDIR)/test/runtime/runtime.o
RUNTIME_TEST := $(BUILD)/test/runtime

# WebAssembly and machine code from C, without an engine.
WASM_OBJ := $(patsubst %.c,$(OBJDIR)/%.o,$(call room,wasm code))
WASM_TEST_OBJ := $(patsubst %.c,$(OBJDIR)/%.o, \
  $(sort $(wildcard test/wasm/*.c test/code/*.c)))
$(WASM_TEST_OBJ): ROOM_CFLAGS := -Itest -isystem build/deps/include
WASM_TEST := $(BUILD)/test/wasm

# Text and bytes from C, in the same way.
TEXT_OBJ := $(patsubst %.c,$(OBJDIR)/%.o,$(call room,text))
TEXT_TEST_OBJ := $(patsubst %.c,$(OBJDIR)/%.o,$(sort $(wildcard test/text/*.c)))
$(TEXT_TEST_OBJ): ROOM_CFLAGS := -Itest
TEXT_TEST := $(BUILD)/test/text

SELFTEST_SRC := $(HARNESS_SRC) test/selftest/sample.c
SELFTEST_OBJ := $(SELFTEST_SRC:%.c=$(OBJDIR)/%.o)
SELFTEST := $(BUILD)/test/sample

BENCH := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard bench/*.c)))
EXAMPLES := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard examples/*.c)))

OBJ := $(LIB_OBJ) $(QJS_USERS) $(LIB_JS_OBJ) $(ENGINE_TEST_OBJ) \
  $(FAULTS_OBJ) $(FORMS_OBJ) $(RUNTIME_TEST_OBJ) $(WASM_TEST_OBJ) $(TEXT_TEST_OBJ) \
  $(sort $(TEST_OBJ) $(SELFTEST_OBJ)) \
  $(patsubst $(BUILD)/%,$(OBJDIR)/%.o,$(BENCH) $(EXAMPLES)) \
  $(LIB_SRC:%.c=$(OBJDIR)/pic/%.o)

PROGRAMS := $(ORRERY) $(LOOP_TEST) $(ENGINE_TEST) $(SELFTEST) $(BENCH) \
  $(EXAMPLES) $(MKLIB) $(BUILD)/qjs/x $(BUILD)/test/qjs/x \
  $(BUILD)/sljit/x $(BUILD)/test/forms-qjs/x $(FORMS) $(FAULTS) \
  $(RUNTIME_TEST) $(WASM_TEST) $(TEXT_TEST)

.PHONY: all run test check-long bench tidy deps dist install install-lib \
  uninstall clean distclean format help programs tests
.DELETE_ON_ERROR:
.SECONDARY:

all: $(LIB) $(ORRERY)

# ---- The commands ----------------------------------------------------------

run:
	@tools/install build deps
	@$(MAKE) -s $(ORRERY) $(BUILD)/examples/tour
	@examples/tour/run $(ORRERY)

test:
	@tools/install build deps test
	@$(MAKE) -s all programs tests
	@MAKE="$(MAKE)" test/run $(if $(ONLY),--only '$(ONLY)') $(BUILD)

check-long:
	@tools/install build deps test bench
	@$(MAKE) -s all programs tests
	@MAKE="$(MAKE)" test/run --long '$(PARTS)' $(BUILD)

bench:
	@echo "measuring against libuv and node: this takes several minutes"
	@tools/install build deps bench
	@$(MAKE) -s $(BENCH) $(ORRERY)
	@CC="$(CC)" tools/bench $(BUILD)
	@! command -v node >/dev/null || CC="$(CC)" bench/js/run $(BUILD)

tidy:
	@tools/install build deps tidy
	@$(MAKE) -s all programs
	@tools/tidy . $(BUILD)

deps:
	@tools/install deps
	@CC="$(CC)" WERROR="$(WERROR)" tools/deps
	@touch $(DEPS)

dist:
	@tools/install deps
	@tools/dist $(VERSION)

format:
	@tools/install format
	@clang-format -i $$(find include src test bench examples \
	  -name '*.[ch]' 2>/dev/null)

# build/deps stays: fetching it again needs the network.
clean:
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name deps \
	  -exec rm -rf {} +

distclean:
	rm -rf build

help:
	@echo "make              $(LIB) and $(ORRERY)"
	@echo "make run          install what is missing, build, run the tour"
	@echo "make test         the same, and all tests; ONLY=pattern for some"
	@echo "make check-long   fault sweeps, sanitizers: before calling it done;"
	@echo "                  PARTS='chains thread' for some (test/long.md)"
	@echo "make bench        measure against libuv and node; see tools/bench"
	@echo "make tidy         check the walls between the rooms"
	@echo "make deps         fetch and build quickjs-ng and llhttp"
	@echo "make dist         an archive with them in it: builds without a network"
	@echo "make install      PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"
	@echo "make install-lib  the same, the C library alone"
	@echo "make format       clang-format over everything"
	@echo "make clean        remove what was built; distclean: also build/deps"
	@echo "V=1              name each file that is compiled"
	@echo "SAN=address,undefined or SAN=thread, CHECK=1 (every invariant), CC=clang:"
	@echo "with any of them; ARENA=1 with SAN=address: the engine's own blocks, poisoned"

programs: $(BENCH) $(EXAMPLES)
tests: $(LOOP_TEST) $(ENGINE_TEST) $(ADDON) $(SELFTEST) $(FAULTS) \
  $(FORMS) $(RUNTIME_TEST) $(WASM_TEST) $(TEXT_TEST)

# ---- Rules -----------------------------------------------------------------
# The file `flags` changes only when the compiler or a flag does; everything
# depends on it, so that `make CC=clang` after `make` compiles everything again.
# `members` lists the library's objects, for when a source file is removed.

FLAGS_NOW := $(CC) $(ALL_CFLAGS) $(CFLAGS) $(ALL_LDFLAGS) $(LIBS)
ifeq ($(filter clean distclean help format deps dist,$(MAKECMDGOALS)),)
keep = echo '$(2)' | cmp -s - $(BUILD)/$(1) || echo '$(2)' > $(BUILD)/$(1)
$(shell mkdir -p $(BUILD); $(call keep,flags,$(FLAGS_NOW)); \
  $(call keep,members,$(LIB_OBJ)))
endif

# Installs missing packages before anything is compiled.
$(BUILD)/can-build: tools/install
	@tools/install build
	@touch $@

$(BUILD)/can-patch: tools/install | $(BUILD)/can-build
	@tools/install deps
	@touch $@

# Fetched at the first build, and built again when our part has changed.
$(DEPS): tools/deps tools/fetch tools/pins tools/stock \
  $(wildcard src/engine/quickjs/*) src/code/sljit_config.h \
  | $(BUILD)/can-build $(BUILD)/can-patch
	@CC="$(CC)" WERROR="$(WERROR)" tools/deps
	@touch $@

build/deps/lib/libqjs.a build/deps/lib/libsljit.a $(LLHTTP) $(LEXER_JS) $(TABLES_JS) \
  $(COLLATION): $(DEPS) ;

$(QJS_USERS) $(ENGINE_TEST_OBJ) $(WASM_TEST_OBJ): $(DEPS)

.SECONDEXPANSION:

$(FORMS_QJS): QJS_FORMS := -DJS_FORMS -DJS_COVER

$(BUILD)/qjs/libqjs.a $(BUILD)/test/qjs/libqjs.a $(FORMS_QJS): $(DEPS) \
  $(BUILD)/flags | $$(@D)/
	@echo "  cc   quickjs, $(if $(SAN),with $(SAN),every block from malloc)$(if $(ARENA), and arenas)"
	@for c in quickjs libregexp libunicode dtoa; do \
	  $(CC) -std=gnu11 -O1 -g -fwrapv -ffp-contract=off -funsigned-char -D_GNU_SOURCE -w -Isrc \
	    -Ibuild/deps/src/quickjs \
	    $(if $(ARENA),-DJS_ARENA_POISONED,-DJS_NO_SMALL_BLOCKS) \
	    -DJS_CHECK_PENDING $(QJS_FORMS) $(SANITISE) \
	    -c build/deps/src/quickjs/$$c.c -o $(@D)/$$c.o || exit 1; \
	done
	@rm -f $@
	@ar rcs $@ $(@D)/*.o

$(BUILD)/sljit/libsljit.a: $(DEPS) $(BUILD)/flags | $$(@D)/
	@echo "  cc   sljit, with $(SAN)"
	@$(CC) -std=gnu11 -O1 -g -fwrapv -w -DSLJIT_HAVE_CONFIG_PRE=1 \
	  -DCODE_CHECKED $(SANITISE) -c build/deps/src/sljit/sljitLir.c \
	  -o $(@D)/sljitLir.o
	@rm -f $@
	@ar rcs $@ $(@D)/sljitLir.o

# The directory of each thing that is made.
$(sort $(dir $(OBJ) $(PROGRAMS))): ; @mkdir -p $@

# What is compiled is counted, a line for 50 files; V=1 names each of them.
# $(call SAY_CC,file)
SAY_CC = $(if $(V),echo "  cc   $1",$(eval \
  COMPILED += x)$(if $(filter %00 %50,$(words $(COMPILED))),echo \
  "  cc   $(words $(COMPILED)) compiled so far",:))

$(OBJDIR)/%.o: %.c $(BUILD)/flags | $(BUILD)/can-build $$(@D)/
	@$(call SAY_CC,$<)
	@$(CC) $(ALL_CFLAGS) $(ROOM_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Removed first: `ar r` would keep members whose source was removed.
$(LIB): $(LIB_OBJ) $(BUILD)/members
	@$(if $(COMPILED),echo "  cc   $(words $(COMPILED)) compiled")
	@echo "  ar   $@"
	@rm -f $@
	@ar qcs $@ $(LIB_OBJ)

# The shared library has objects of its own, since position-independent code is
# slower; only what orrery.h declares is visible in it.
SHARED := $(BUILD)/liborrery.so.$(VERSION)
SHARED_OBJ := $(LIB_SRC:%.c=$(OBJDIR)/pic/%.o)
SONAME := liborrery.so.$(firstword $(subst ., ,$(VERSION)))

$(OBJDIR)/pic/%.o: %.c $(BUILD)/flags | $(BUILD)/can-build $$(@D)/
	@$(call SAY_CC,$< (shared))
	@$(CC) $(ALL_CFLAGS) -fPIC $(CFLAGS) -MMD -MP -c -o $@ $<

$(SHARED): $(SHARED_OBJ) tools/shared.map $(BUILD)/members
	@echo "  link $@"
	@$(CC) -shared -o $@ $(SHARED_OBJ) -Wl,-soname,$(SONAME) \
	  -Wl,--version-script,tools/shared.map $(ALL_LDFLAGS) $(LIBS)

LINK = echo "  link $@"; $(CC) -o $@ $(filter %.o %.a,$^) $(ALL_LDFLAGS) $(LIBS)

$(BUILD)/test/loop: $(TEST_OBJ) $(LIB) | $$(@D)/
	@$(LINK)

# Addons find Node-API, and what they use of libuv, in the executable itself.
EXPORT_NAPI := -Wl,--export-dynamic-symbol='napi_[!_]*' \
  -Wl,--export-dynamic-symbol='node_api_*' \
  -Wl,--export-dynamic-symbol='uv_[!_]*' \
  -Wl,--export-dynamic-symbol=node_module_register

$(BUILD)/test/engine: LIBS += $(ENGINE_LIBS) -ldl $(EXPORT_NAPI)
$(BUILD)/test/engine: $(ENGINE_TEST_OBJ) $(HARNESS_SRC:%.c=$(OBJDIR)/%.o) \
  $(ENGINE_OBJ) $(BASE_OBJ) $(QJS) | $$(@D)/
	@$(LINK)

# An addon as somebody outside would build it: with Node's header alone. That
# header declares less than our warnings ask for.
$(ADDON): test/napi/addon.c $(DEPS) | $$(@D)/
	@echo "  link $@"
	@$(CC) -std=c11 -g -Wall -Wextra -fPIC -shared $(SANITISE) \
	  -isystem build/deps/include/node -o $@ $<

# Written by a program that is linked with the engine itself, so that bytecode
# and engine can never be of two minds.
$(MKLIB): LIBS += $(ENGINE_LIBS)
$(MKLIB): $(OBJDIR)/tools/mklib.o $(ENGINE_OBJ) $(BASE_OBJ) $(QJS) | $$(@D)/
	@$(LINK)

$(LIB_JS_C): $(LIB_JS) $(MKLIB) $(START_MODULES)
	@echo "  js   $@"
	@$(MKLIB) $@ $(START_MODULES) $(LIB_JS)

$(LIB_JS_OBJ): $(LIB_JS_C) $(BUILD)/flags | $$(@D)/
	@$(CC) $(ALL_CFLAGS) $(CFLAGS) -c -o $@ $<

# With quickjs's libunicode in it, for the normal form.
$(MKCOLLATE): tools/mkcollate.c src/text/collate_table.h $(DEPS) $(BUILD)/flags
	@$(CC) -std=gnu11 -O1 -g -Wall -Wextra $(WERROR) -funsigned-char -Isrc \
	  -isystem build/deps/src/quickjs -o $@ $<

$(COLLATION_C): $(COLLATION) $(MKCOLLATE)
	@echo "  data $@"
	@$(MKCOLLATE) $(COLLATION) $@

$(COLLATION_OBJ): $(COLLATION_C)
$(COLLATION_OBJ): ROOM_CFLAGS += -I$(BUILD)

$(PAGE) $(PLAY) $(BOTH): $(BUILD)/%.html: viewer/build \
  $(wildcard viewer/src/* viewer/both/* viewer/play/* viewer/play/examples/* \
  viewer/play/lessons/* examples/loop/*) docs/event-loop.md \
  lib/internal/trace/words.js lib/internal/trace/printable.js
	@echo "  page $@"
	@viewer/build $* $@

$(PAGE_OBJ): $(PAGE) $(PLAY) $(BOTH)
$(PAGE_OBJ): ROOM_CFLAGS += -DPAGE_FILE='"$(PAGE)"' -DPLAY_FILE='"$(PLAY)"' \
  -DBOTH_FILE='"$(BOTH)"'

$(SELFTEST): $(SELFTEST_OBJ) | $$(@D)/
	@$(LINK)

$(BENCH) $(EXAMPLES): $(BUILD)/%: $(OBJDIR)/%.o $(LIB) | $$(@D)/
	@$(LINK)

$(LAYOUT): tools/layout tools/start.d/functions $(BUILD)/flags | $(BUILD)/can-build
	@tools/layout $@ "$(CC)" $(ALL_LDFLAGS)

$(ORRERY): LIBS += $(ENGINE_LIBS) -ldl $(EXPORT_NAPI)
$(ORRERY): $(BIND_OBJ) $(ENGINE_OBJ) $(LIB_JS_OBJ) $(LIB) $(QJS) $(LLHTTP) $(SLJIT) \
  $(LAYOUT) | $$(@D)/
	@$(LINK) $$(cat $(LAYOUT))

$(RUNTIME_TEST): LIBS += $(ENGINE_LIBS) -ldl
$(RUNTIME_TEST): $(RUNTIME_TEST_OBJ) \
  $(filter-out $(OBJDIR)/src/cli/main.o,$(BIND_OBJ)) $(ENGINE_OBJ) \
  $(LIB_JS_OBJ) $(LIB) $(QJS) $(LLHTTP) $(SLJIT) | $$(@D)/
	@$(LINK)

$(FORMS): LIBS += $(ENGINE_LIBS) -ldl $(EXPORT_NAPI)
$(FORMS): $(FORMS_OBJ) $(BIND_OBJ) $(ENGINE_OBJ) $(LIB_JS_OBJ) $(LIB) $(FORMS_QJS) \
  $(LLHTTP) $(SLJIT) | $$(@D)/
	@$(LINK) $(foreach f,napi_create_function napi_define_class \
	  napi_get_cb_info engine_get_binding,-Wl,--wrap=$(f))

$(WASM_TEST): LIBS += -lm
$(WASM_TEST): $(WASM_TEST_OBJ) $(HARNESS_SRC:%.c=$(OBJDIR)/%.o) $(WASM_OBJ) \
  $(LIB) $(SLJIT) | $$(@D)/
	@$(LINK)

$(TEXT_TEST): $(TEXT_TEST_OBJ) $(HARNESS_SRC:%.c=$(OBJDIR)/%.o) $(TEXT_OBJ) \
  $(BASE_OBJ) | $$(@D)/
	@$(LINK)

$(FAULTS_MAIN): src/cli/main.c $(BUILD)/flags | $$(@D)/
	@$(CC) $(ALL_CFLAGS) $(CFLAGS) -DORRERY_CLOSE -MMD -MP -c -o $@ $<

FAULTS_WRAP := $(foreach f,malloc calloc realloc free strdup \
  bind_choose_open orr_setup_args,-Wl,--wrap=$(f))
$(FAULTS): LIBS += $(ENGINE_LIBS) -ldl $(EXPORT_NAPI)
$(FAULTS): $(FAULTS_OBJ) $(FAULTS_MAIN) \
  $(filter-out $(OBJDIR)/src/cli/main.o,$(BIND_OBJ)) $(ENGINE_OBJ) \
  $(LIB_JS_OBJ) $(LIB) $(FAULTS_QJS) $(LLHTTP) $(SLJIT) | $$(@D)/
	@$(LINK) $(FAULTS_WRAP)

-include $(OBJ:.o=.d) $(FAULTS_MAIN:.o=.d)

# ---- Installing ------------------------------------------------------------

install: install-lib $(ORRERY)
	@install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(INCLUDEDIR)/orrery/node
	@install -s -m 755 $(ORRERY) $(DESTDIR)$(BINDIR)/orrery
	@install -m 644 build/deps/include/node/*.h \
	  $(DESTDIR)$(INCLUDEDIR)/orrery/node/

install-lib: $(LIB) $(SHARED)
	@install -d $(DESTDIR)$(INCLUDEDIR)/orrery $(DESTDIR)$(LIBDIR)/pkgconfig
	@install -m 644 include/orrery.h $(DESTDIR)$(INCLUDEDIR)/orrery.h
	@install -m 644 src/trace/event.h $(DESTDIR)$(INCLUDEDIR)/orrery/event.h
	@install -m 644 src/poll/recording.h $(DESTDIR)$(INCLUDEDIR)/orrery/recording.h
	@install -m 644 $(LIB) $(DESTDIR)$(LIBDIR)/liborrery.a
	@install -s -m 644 $(SHARED) $(DESTDIR)$(LIBDIR)/
	@ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	@ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/liborrery.so
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	  -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	  orrery.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/orrery.pc
	@echo "installed in $(DESTDIR)$(PREFIX)"

uninstall:
	rm -f $(DESTDIR)$(BINDIR)/orrery $(DESTDIR)$(INCLUDEDIR)/orrery.h \
	  $(DESTDIR)$(LIBDIR)/liborrery.a $(DESTDIR)$(LIBDIR)/liborrery.so* \
	  $(DESTDIR)$(LIBDIR)/pkgconfig/orrery.pc
	rm -rf $(DESTDIR)$(INCLUDEDIR)/orrery
