# The one Makefile. `make help` names the targets.
#
# Sources are found by wildcard: a new file in a room needs no edit here. One
# build directory holds everything that is made; a sanitizer build has its own,
# so that both stay up to date side by side.

VERSION := $(shell sed -n 's/^.define ORR_VERSION "\(.*\)"/\1/p' include/orrery.h)
PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
SAN ?=

ifeq ($(origin CC),default)
CC := gcc
endif

comma := ,
BUILD := build$(if $(SAN),/san-$(subst $(comma),-,$(SAN)))
OBJDIR := $(BUILD)/obj

# Use all processors; a -j on the command line wins over this one.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory

# ---- Flags -----------------------------------------------------------------
# WERROR= lets a compiler that is newer than the code finish its work.

WERROR ?= -Werror
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
  -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes \
  -Wold-style-definition -Wvla -Wundef -Wpointer-arith -Wwrite-strings \
  -Wcast-align -Wformat=2 -Wredundant-decls -Wnested-externs $(WERROR)
OPTIMISE ?= -O2 -g
SANITISE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all \
  -fno-omit-frame-pointer)

ALL_CFLAGS := -std=c11 -D_GNU_SOURCE -Iinclude -Isrc $(OPTIMISE) $(WARNINGS) \
  -ffunction-sections -fdata-sections -pthread $(SANITISE)
ALL_LDFLAGS := -pthread -Wl,--gc-sections $(SANITISE) $(LDFLAGS)
LIBS := -lpthread

# ---- What is made of what --------------------------------------------------

LIB_ROOMS := base poll loop trace
LIB_SRC := $(sort $(foreach r,$(LIB_ROOMS),$(wildcard src/$(r)/*.c)))
LIB_OBJ := $(LIB_SRC:%.c=$(OBJDIR)/%.o)
LIB := $(BUILD)/liborrery.a

# Rooms that nothing links yet: compiled all the same, so they cannot rot.
MORE_SRC := $(sort $(wildcard src/engine/*.c))
MORE_OBJ := $(MORE_SRC:%.c=$(OBJDIR)/%.o)
$(MORE_OBJ): ROOM_CFLAGS := -isystem build/deps/include

HARNESS_SRC := test/test.c test/child.c test/alloc.c
LOOP_TEST_SRC := $(sort $(wildcard test/loop/*.c))
TEST_SRC := $(sort $(wildcard test/*.c)) $(LOOP_TEST_SRC)
TEST_OBJ := $(TEST_SRC:%.c=$(OBJDIR)/%.o)
$(TEST_OBJ): ROOM_CFLAGS := -Itest
LOOP_TEST := $(if $(LOOP_TEST_SRC),$(BUILD)/test/loop)

SELFTEST_SRC := $(HARNESS_SRC) test/selftest/sample.c
SELFTEST_OBJ := $(SELFTEST_SRC:%.c=$(OBJDIR)/%.o)
SELFTEST := $(BUILD)/test/sample

BENCH := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard bench/*.c)))
EXAMPLES := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard examples/*.c)))

OBJ := $(LIB_OBJ) $(MORE_OBJ) $(sort $(TEST_OBJ) $(SELFTEST_OBJ)) \
  $(patsubst $(BUILD)/%,$(OBJDIR)/%.o,$(BENCH) $(EXAMPLES))

PROGRAMS := $(LOOP_TEST) $(SELFTEST) $(BENCH) $(EXAMPLES)

.PHONY: all run test check-long bench tidy deps install uninstall clean distclean \
  format help programs tests
.DELETE_ON_ERROR:
.SECONDARY:

all: $(LIB) $(MORE_OBJ)

# ---- The commands ----------------------------------------------------------

run:
	@tools/install build
	@$(MAKE) -s $(BUILD)/examples/tour
	@$(BUILD)/examples/tour

test:
	@tools/install build test
	@$(MAKE) -s all programs tests
	@MAKE="$(MAKE)" test/run $(if $(ONLY),--only '$(ONLY)') $(BUILD)

check-long:
	@tools/install build test
	@$(MAKE) -s all programs tests
	@MAKE="$(MAKE)" test/run --long $(BUILD)

bench:
	@tools/install build bench
	@$(MAKE) -s all $(BENCH)
	@CC="$(CC)" tools/bench $(BUILD)

tidy:
	@tools/install build tidy
	@$(MAKE) -s all programs
	@tools/tidy . $(BUILD)

deps:
	@tools/deps

format:
	@tools/install format
	@clang-format -i $$(find include src test bench examples \
	  -name '*.[ch]' 2>/dev/null)

# What was fetched stays: it takes the network to get it again.
clean:
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name deps \
	  -exec rm -rf {} +

distclean:
	rm -rf build

help:
	@echo "make              the library: $(LIB)"
	@echo "make run          install what is missing, build, run the tour"
	@echo "make test         the same, and all tests; ONLY=pattern for some"
	@echo "make check-long   fault sweeps, sanitizers: before calling it done"
	@echo "make bench        measure beside libuv; see tools/bench"
	@echo "make tidy         hold the walls between the rooms"
	@echo "make deps         fetch and build quickjs-ng and llhttp"
	@echo "make install      PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"
	@echo "make format       clang-format over everything"
	@echo "make clean        remove what was built; distclean: also build/deps"
	@echo "SAN=address,undefined or SAN=thread, CC=clang: with any of them"

programs: $(BENCH) $(EXAMPLES)
tests: $(LOOP_TEST) $(SELFTEST)

# ---- Rules -----------------------------------------------------------------
# The file `flags` changes only when the compiler or a flag does; everything
# depends on it, so that `make CC=clang` after `make` compiles afresh. `members`
# likewise lists the library's objects, for when a source file goes away.

FLAGS_NOW := $(CC) $(ALL_CFLAGS) $(CFLAGS) $(ALL_LDFLAGS) $(LIBS)
ifeq ($(filter clean distclean help format deps,$(MAKECMDGOALS)),)
keep = echo '$(2)' | cmp -s - $(BUILD)/$(1) || echo '$(2)' > $(BUILD)/$(1)
$(shell mkdir -p $(BUILD); $(call keep,flags,$(FLAGS_NOW)); \
  $(call keep,members,$(LIB_OBJ)))
endif

# Says in one line which packages are missing, instead of a compiler's error.
$(BUILD)/can-build: tools/install
	@tools/install --check build
	@touch $@

# The directory of each thing that is made.
$(sort $(dir $(OBJ) $(PROGRAMS))): ; @mkdir -p $@

.SECONDEXPANSION:
$(OBJDIR)/%.o: %.c $(BUILD)/flags | $(BUILD)/can-build $$(@D)/
	@echo "  cc   $<"
	@$(CC) $(ALL_CFLAGS) $(ROOM_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Written anew each time: `ar r` alone would keep members that are gone.
$(LIB): $(LIB_OBJ) $(BUILD)/members
	@echo "  ar   $@"
	@rm -f $@
	@ar rcs $@ $(LIB_OBJ)

LINK = echo "  link $@"; $(CC) -o $@ $(filter %.o %.a,$^) $(ALL_LDFLAGS) $(LIBS)

$(BUILD)/test/loop: $(TEST_OBJ) $(LIB) | $$(@D)/
	@$(LINK)

$(SELFTEST): $(SELFTEST_OBJ) | $$(@D)/
	@$(LINK)

$(BENCH) $(EXAMPLES): $(BUILD)/%: $(OBJDIR)/%.o $(LIB) | $$(@D)/
	@$(LINK)

-include $(OBJ:.o=.d)

# ---- Installing ------------------------------------------------------------

install: $(LIB)
	@install -d $(DESTDIR)$(INCLUDEDIR) $(DESTDIR)$(LIBDIR)/pkgconfig
	@install -m 644 include/orrery.h $(DESTDIR)$(INCLUDEDIR)/orrery.h
	@install -m 644 $(LIB) $(DESTDIR)$(LIBDIR)/liborrery.a
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	  -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	  orrery.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/orrery.pc
	@echo "installed in $(DESTDIR)$(PREFIX)"

uninstall:
	rm -f $(DESTDIR)$(INCLUDEDIR)/orrery.h $(DESTDIR)$(LIBDIR)/liborrery.a \
	  $(DESTDIR)$(LIBDIR)/pkgconfig/orrery.pc
