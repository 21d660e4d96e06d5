#!/bin/sh
# What a stranger gets: only names that begin with critter_, and an installed library that a small program can use.
# LIBRARY, ARCHIVE: the shared and the static library. BUILD: the build directory. SOURCE: the project. CC: the compiler. SANITIZED: yes
# when the build is one whose library needs a runtime that a stranger's program does not bring.
. "$SOURCE/tests/frame/tap.sh"

strange() { nm -D --defined-only "$1" | awk '{ print $NF }' | sed 's/@.*//' |
    grep -v -x -E 'critter_[a-z0-9_]+|_init|_fini|__bss_start|_edata|_end|__(asan|tsan|ubsan|gcov|llvm)_.*|mangle_path'; }

the_shared_library_shows_only_its_own_names() {
    nm -D --defined-only "$LIBRARY" | grep -q ' critter_version$'
    if strange "$LIBRARY"; then
        echo "these are visible from outside, but do not begin with critter_"
        return 1
    fi
}
the_static_library_shows_only_its_own_names() {
    nm -g --defined-only "$ARCHIVE" | awk 'NF == 3 { print $3 }' >names
    grep -q '^critter_version$' names
    if grep -v -E '^(critter_|__odr_asan|__asan|__tsan|__gcov|DW\.ref\.)' names; then
        echo "these are visible in the static library, but do not begin with critter_"
        return 1
    fi
}
a_name_that_leaks_would_be_seen() {
    printf 'void critter_good(void) {}\nvoid bytes_bad(void) {}\n' >leak.c
    $CC -shared -fPIC -o leak.so leak.c
    [ "$(strange leak.so)" = bytes_bad ]
}
every_public_header_stands_alone_in_c_and_without_warnings() {
    for header in "$SOURCE"/include/critter/*.h; do
        printf '#include "%s"\nint main(void) { return 0; }\n' "$header" >alone.c
        $CC -std=c99 -Wall -Wextra -Wpedantic -Werror -I "$SOURCE/include" -I "$BUILD/include" -c alone.c
    done
}
every_public_header_stands_alone_in_cxx() {
    for header in "$SOURCE"/include/critter/*.h; do
        printf '#include "%s"\nint main() { return critter_version() == 0; }\n' "$header" >alone.cc
        printf '#include "%s/include/critter/critter.h"\n' "$SOURCE" | cat - alone.cc >both.cc
        c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I "$SOURCE/include" -I "$BUILD/include" -c both.cc
        nm both.o | grep -q ' U critter_version$' # C's name, not C++'s
    done
}

install_it() { # once for all cases; each has its own copy (of names; the files are the same)
    if [ ! -f ../installed ]; then
        DESTDIR=$PWD/../dest meson install -C "$BUILD" --no-rebuild --quiet >install.log 2>&1 || { cat install.log; return 1; }
        : >../installed
    fi
    cp -al ../dest dest
    pc=$(find dest -name critter.pc)
    [ -n "$pc" ]
    export PKG_CONFIG_SYSROOT_DIR=$PWD/dest PKG_CONFIG_PATH=$PWD/$(dirname "$pc")
    lib=$PKG_CONFIG_SYSROOT_DIR$(PKG_CONFIG_SYSROOT_DIR='' pkg-config --variable=libdir critter)
    cat >small.c <<'C'
#include <critter/critter.h>
#include <stdio.h>
int main(void) {
    printf("%s %s %d\n", CRITTER_VERSION, critter_version(), critter_version_fits(CRITTER_VERSION_NUMBER));
    return 0;
}
C
}
a_small_program_builds_against_the_installed_shared_library() {
    install_it
    $CC -o small small.c $(pkg-config --cflags --libs critter)
    version=$(pkg-config --modversion critter)
    says "$version $version 1" env LD_LIBRARY_PATH="$lib" ./small
}
nothing_of_what_the_library_stands_on_is_asked_of_a_stranger() {
    install_it
    export PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH # no package but ours is there
    unset PKG_CONFIG_PATH
    include=$PKG_CONFIG_SYSROOT_DIR$(PKG_CONFIG_SYSROOT_DIR='' pkg-config --variable=includedir critter)
    [ "$(echo $(pkg-config --cflags critter))" = "-I$include" ] || { pkg-config --cflags critter; return 1; }
    [ "$(echo $(pkg-config --libs critter))" = "-L$lib -lcritter" ] || { pkg-config --libs critter; return 1; }
    [ "$(echo $(pkg-config --static --cflags critter))" = "-I$include" ]
    rm "$lib"/libcritter.so*
    $CC -o small small.c $(pkg-config --static --cflags --libs critter)
    says "$(pkg-config --modversion critter)" ./small
}
a_small_program_builds_against_the_installed_static_library() {
    install_it
    rm "$lib"/libcritter.so*
    # a program that has a function by the name of one of ours keeps its own
    echo 'int reader_of(void); int reader_of(void) { return 1; }' >>small.c
    $CC -o small small.c $(pkg-config --static --cflags --libs critter)
    version=$(pkg-config --modversion critter)
    says "$version $version 1" ./small
}
the_installed_program_runs() {
    install_it
    bin=$(find dest -type f -name critter -perm -u+x)
    says "critter" "$bin" --help
}

set -- the_shared_library_shows_only_its_own_names the_static_library_shows_only_its_own_names \
    a_name_that_leaks_would_be_seen \
    every_public_header_stands_alone_in_c_and_without_warnings
if command -v c++ >/dev/null; then set -- "$@" every_public_header_stands_alone_in_cxx; fi
[ "$SANITIZED" = yes ] || set -- "$@" a_small_program_builds_against_the_installed_shared_library \
    nothing_of_what_the_library_stands_on_is_asked_of_a_stranger \
    a_small_program_builds_against_the_installed_static_library the_installed_program_runs
cases "$@"
