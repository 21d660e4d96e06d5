#!/bin/sh
# What a stranger gets: only names that begin with critter_, and an installed library that a small program can use.
# LIBRARY, ARCHIVE: the shared and the static library. CRITTER: the program. BUILD: the build directory. SOURCE: the project. CC: the compiler. SANITIZED: yes
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
the_manual_of_a_header_compiles() { # cozmo.h begins with a whole program; face.h with the inside of one
    sed -n '/^\/\/     #include/,/^\/\/     }$/s/^\/\/ *//p' "$SOURCE/include/critter/cozmo.h" >manual.c
    [ "$(grep -c 'critter_' manual.c)" -ge 7 ]
    $CC -std=c99 -Wall -Werror -I "$SOURCE/include" -I "$BUILD/include" -fsyntax-only manual.c
    sed -n '/^\/\/     #include/,/^\/\/     }$/s/^\/\/ *//p' "$SOURCE/include/critter/vector.h" >manual.c
    [ "$(grep -c 'critter_' manual.c)" -ge 6 ]
    $CC -std=c99 -Wall -Werror -I "$SOURCE/include" -I "$BUILD/include" -fsyntax-only manual.c
    { echo '#include <critter/cozmo.h>'; echo '#include <critter/face.h>'; echo 'void inside(struct critter_cozmo *cozmo);'
      echo 'void inside(struct critter_cozmo *cozmo) {'; sed -n 's/^\/\/     //p' "$SOURCE/include/critter/face.h"; echo '}'; } >manual.c
    [ "$(grep -c 'critter_' manual.c)" -ge 6 ]
    $CC -std=c99 -Wall -Werror -I "$SOURCE/include" -I "$BUILD/include" -fsyntax-only manual.c
}
cxx_compilers() { for cxx in g++ clang++; do if command -v $cxx >/dev/null; then echo $cxx; fi; done; }
case $CC in ccache*) cached=ccache ;; *) cached= ;; esac # what was compiled before need not be again
every_public_header_stands_alone_in_cxx() {
    for cxx in $(cxx_compilers); do
        rm -f ./*.o
        for header in "$SOURCE"/include/critter/*.h; do
            printf '#include "%s"\nint main() { return critter_version() == 0; }\n' "$header" >alone.cc
            printf '#include "%s/include/critter/critter.h"\n' "$SOURCE" | cat - alone.cc >both.cc
            $cached $cxx -std=c++11 -Wall -Wextra -Wpedantic -Werror -I "$SOURCE/include" -I "$BUILD/include" -c both.cc \
                -o "$(basename "$header").o"
        done
        set -- ./*.o
        [ "$(nm "$@" | grep -c ' U critter_version$')" = $# ] # C's name, not C++'s
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
    export PKG_CONFIG_PATH=$PWD/$(dirname "$pc")
    # As if this had been the prefix: what a program keeps in mind of the library is then true here.
    prefix=$PWD/dest$(pkg-config --variable=prefix critter)
    lib=$PWD/dest$(pkg-config --variable=libdir critter)
    set_up() { pkg-config --define-variable=prefix="$prefix" "$@" critter; }
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
    $CC -o small small.c $(set_up --cflags --libs)
    version=$(pkg-config --modversion critter)
    says "$version $version 1" env -u LD_LIBRARY_PATH ./small
    mv "$lib" elsewhere # and it was that library
    refuses 'libcritter.so' env -u LD_LIBRARY_PATH ./small
}
drives() { # a program that takes an address, and what it says; a simulated robot is there for it
    : >robot.log
    "$CRITTER" cozmo sim --listen 127.0.0.1:0 --seconds 600 >robot.log 2>&1 &
    robot=$!
    address= tries=0
    while [ -z "$address" ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
        address=$(sed -n 's/.*listening on \([0-9.:]*\),.*/\1/p' robot.log)
    done
    status=0
    says "$2" env -u LD_LIBRARY_PATH "$1" "$address" || status=1
    kill $robot && wait $robot || :
    return $status
}
the_cxx_example_builds_and_drives_a_robot() {
    install_it
    for cxx in $(cxx_compilers); do
        CCACHE_BASEDIR=$PWD $cached $cxx -std=c++11 -Wall -Wextra -Wpedantic -Werror $(set_up --cflags) -c -o look_up.o \
            "$prefix/share/doc/critter/examples/cozmo/look_up.cc"
        $cxx -o look_up look_up.o $(set_up --libs)
        drives ./look_up 'head at 0.6'
    done
}
an_installed_example_builds_as_the_readme_says_and_drives_a_robot() {
    install_it
    line=$(sed -n 's/^    \(cc square.c -o square \)\$(PKG_CONFIG_PATH=[^ ]* \(pkg-config .*\)$/\1$(\2/p' "$prefix/share/doc/critter/README.md")
    [ "$line" = 'cc square.c -o square $(pkg-config --cflags --libs critter)' ] || { echo "the README says: $line"; return 1; }
    mkdir bin # a cc and a pkg-config that find what a person's find
    printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "${CC##* }")" >bin/cc # without ccache, which would find this one
    printf '#!/bin/sh\nexec %s --define-variable=prefix=%s "$@"\n' "$(command -v pkg-config)" "$prefix" >bin/pkg-config
    chmod +x bin/*
    cp "$prefix/share/doc/critter/examples/cozmo/"*.c .
    PATH=$PWD/bin:$PATH
    eval "$line" && [ -x square ]
    eval "$(echo "$line" | sed 's/square/minimal/g')" # which takes less time to run
    for example in *.c; do CCACHE_BASEDIR=$PWD $CC -std=gnu11 -Wall -Werror $(set_up --cflags) -c "$example"; done
    drives ./minimal ''
}
every_body_of_ones_own_builds_from_the_installed_package_and_lives() {
    install_it
    for example in "$prefix"/share/doc/critter/examples/body/*.c; do
        name=$(basename "$example" .c)
        CCACHE_BASEDIR=$PWD $CC -std=gnu11 -Wall -Wextra -Werror $(set_up --cflags) -c -o "$name.o" "$example"
        $CC -o "$name" "$name.o" $(set_up --libs) -lm
        case $name in eyes | wheels) seconds=5 ;; *) seconds= ;; esac
        env -u LD_LIBRARY_PATH ./"$name" $seconds >said 2>&1
        [ -s said ]
    done
}
pages_and_examples_are_installed_as_they_lie_here() {
    install_it
    for page in README.md docs/c-api.md docs/cozmo.md docs/pictures/page.png examples/cozmo/README.md examples/cozmo_hello.c examples/vector_hello.c; do
        cmp "$SOURCE/$page" "$prefix/share/doc/critter/$page"
    done
}
nothing_of_what_the_library_stands_on_is_asked_of_a_stranger() {
    install_it
    export PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH # no package but ours is there
    unset PKG_CONFIG_PATH
    include=$(set_up --variable=includedir)
    [ "$(echo $(set_up --cflags))" = "-I$include" ] || { set_up --cflags; return 1; }
    [ "$(echo $(set_up --libs))" = "-L$lib -lcritter -Wl,-rpath,$lib" ] || { set_up --libs; return 1; }
    [ "$(echo $(set_up --static --cflags))" = "-I$include" ]
    rm "$lib"/libcritter.so*
    # a program that has a function by the name of one of ours keeps its own
    echo 'int reader_of(void); int reader_of(void) { return 1; }' >>small.c
    $CC -o small small.c $(set_up --static --cflags --libs)
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
    every_public_header_stands_alone_in_c_and_without_warnings the_manual_of_a_header_compiles
if [ -n "$(cxx_compilers)" ]; then set -- "$@" every_public_header_stands_alone_in_cxx; fi
[ "$SANITIZED" = yes ] || set -- "$@" a_small_program_builds_against_the_installed_shared_library \
    nothing_of_what_the_library_stands_on_is_asked_of_a_stranger \
    the_installed_program_runs \
    an_installed_example_builds_as_the_readme_says_and_drives_a_robot pages_and_examples_are_installed_as_they_lie_here \
    every_body_of_ones_own_builds_from_the_installed_package_and_lives
[ "$SANITIZED" = yes ] || [ -z "$(cxx_compilers)" ] || set -- "$@" the_cxx_example_builds_and_drives_a_robot
cases "$@"
