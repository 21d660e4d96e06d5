#!/bin/sh
# Planted faults must be told apart truly: a small project whose faults are known, with a build of its own.
# PYTHON runs the program. CC: the compiler. SOURCE: the project.
. "$SOURCE/tests/frame/tap.sh"
tool=$SOURCE/tools/mutants

# Five sources, each with one line that can be changed, and one way in which that ends. Built once; a case has its copy.
project() {
    [ -d ../project ] || (mkdir ../project && cd ../project && project_made)
    cp -a ../project/. .
    sed -i "s|$(cd ../project && pwd)/|$PWD/|g" build/compile_commands.json
    tests "$PWD/build/tests/room/test_room"
}
project_made() {
    mkdir -p src/room tests/room docs build/src/libcritter_inside.a.p build/tests/room build/meson-info
    printf 'int seen(int a);\nint seen(int a) {\n    return a + 2;\n}\n' >src/room/seen.c
    printf 'int unseen(void);\nint unseen(void) {\n    return 7; // not 8\n}\n' >src/room/unseen.c
    printf 'int same(int a);\nint same(int a) {\n    return sizeof(char[1]) ? a : a;\n}\n' >src/room/same.c
    printf 'int broken(void);\nextern char place[1]; extern char place[1];\nint broken(void) {\n    return sizeof place;\n}\n' >src/room/broken.c
    printf 'int left(void);\nvoid step(void);\nvoid hangs(void);\nvoid hangs(void) {\n    while (left()) step();\n}\n' >src/room/hangs.c
    # What hangs sleeps, and leaves a file so that others know.
    cat >tests/room/test_room.c <<'C'
#include <stdio.h>
#include <unistd.h>
int seen(int a); int unseen(void); int same(int a); int broken(void); void hangs(void); int left(void); void step(void);
static int steps = 3, rounds;
int left(void) {
    if (++rounds == 10) fclose(fopen("hanging", "w"));
    if (rounds > 5) usleep(10000);
    return steps;
}
void step(void) { --steps; }
int main(void) {
    hangs();
    return seen(1) != 3 || !unseen() || same(1) != 1 || !broken();
}
C
    printf 'rule cc\n command = %s -w -c $in -o $out\nrule ar\n command = rm -f $out && ar rcs $out $in\nrule link\n command = %s -o $out $in\n' "$CC" "$CC" >build/build.ninja
    rows= objects=
    for name in seen unseen same broken hangs; do
        object=src/libcritter_inside.a.p/room_$name.c.o
        echo "build $object: cc ../src/room/$name.c" >>build/build.ninja
        objects="$objects $object"
        rows="$rows${rows:+, }{\"directory\": \"$PWD/build\", \"command\": \"$CC -O1 -w -c ../src/room/$name.c -o $object\",
            \"file\": \"../src/room/$name.c\", \"output\": \"$object\"}"
    done
    cat >>build/build.ninja <<NINJA
build src/libcritter_inside.a: ar$objects
build tests/room/test_room.p/test_room.c.o: cc ../tests/room/test_room.c
build tests/room/test_room: link tests/room/test_room.p/test_room.c.o src/libcritter_inside.a
NINJA
    echo "[$rows]" >build/compile_commands.json
    printf 'id\twords\tstate\ttest\tsource\nC-01\ta\tworks\troom\tsrc/room/seen.c\n' >docs/features.tsv
    ninja -C build >/dev/null
}
tests() { # the program that Meson would run
    echo "[{\"name\": \"room\", \"cmd\": [\"$1\"], \"env\": {}, \"workdir\": null, \"suite\": [\"x:room\"], \"depends\": []}]" \
        >build/meson-info/intro-tests.json
}
mutants() { SOURCE=$PWD "$PYTHON" "$tool" --build build --patience 1 "$@"; }

every_end_is_told_apart() {
    project
    find src tests -type f -exec cksum {} + >before
    mutants room --all >report
    says "mutants: 2 seen (67 % of 3), 1 unseen, 1 change nothing, 1 did not compile; seed 1, 5 planted" tail -n 1 report
    grep -q '^unseen src/room/unseen.c:3:12: 7 -> [68]    return 7; // not 8$' report
    grep -q '^       by room$' report
    grep -q '^seen src/room/seen.c:3:' report
    grep -q '^seen src/room/hangs.c:5:20: step() -> (void)0 ' report
    grep -q '^       by room (hangs)$' report
    grep -q '^changes nothing src/room/same.c:3:' report
    grep -q '^did not compile src/room/broken.c:2:' report
    find src tests -type f -exec cksum {} + | cmp - before
}
a_seed_plants_the_same() {
    project
    mutants room --seed 4 --count 3 --list | grep '^src/room/' >list
    [ "$(wc -l <list)" = 3 ]
    mutants room --seed 4 --count 3 --all --jobs 1 >one
    sed -n 's/^[a-z ]* src/src/p' one | cmp - list
    mutants room --seed 4 --count 3 --all --jobs 3 | cmp - one
}
rows_and_files_can_be_named() {
    project
    says "mutants: 1 seen (100 % of 1), 0 unseen" mutants C-01
    says "mutants: 0 seen (0 % of 1), 1 unseen" mutants src/room/unseen.c
    refuses '"nowhere" is no room, file below src/ or row' mutants nowhere
    refuses "expected ROOM, FILE, ROW or all, or else --again" mutants
    refuses "at least 1" mutants room --count 0
    refuses "is no build of this project" mutants room --build tests
    says "usage: tools/mutants" mutants --help
}
what_nobody_saw_is_tried_again() {
    project
    mutants src/room/unseen.c >report || true
    sed -i 's/!unseen()/unseen() != 7/' tests/room/test_room.c
    ninja -C build >/dev/null
    sed -i '1i // moved down' src/room/unseen.c
    says "mutants: 1 seen (100 % of 1), 0 unseen, 0 change nothing, 0 did not compile; again, 1 planted" mutants --again report
    echo 'int other;' >src/room/unseen.c
    says "src/room/unseen.c:3: is another line now" mutants --again report
}
what_somebody_looked_at_is_told_with_its_word() {
    project
    mkdir tools
    printf 'source\tline\twith the fault\tit is\twhy\n' >tools/mutants.tsv
    for fault in 6 8; do
        printf 'src/room/unseen.c\treturn 7; // not 8\treturn %s; // not 8\tsame\tnobody asks\n' $fault >>tools/mutants.tsv
    done
    says "mutants: 0 seen, 0 unseen, 1 change nothing" mutants src/room/unseen.c
    sed -i 's/\tsame\t/\tunseen\t/' tools/mutants.tsv
    says "mutants: 0 seen (0 % of 1), 1 unseen" mutants src/room/unseen.c
    echo "$said" | grep -q '^       nobody asks$'
}
a_report_goes_on_where_it_was() {
    project
    mutants room --all --report kept >whole
    cp kept before
    mutants room --all --report kept | cmp - whole
    cmp kept before
    sed -i '/^unseen/,+1d' kept
    sed -i 's/!unseen()/unseen() != 7/' tests/room/test_room.c # only what is not in the report is tried again
    ninja -C build >/dev/null
    says "mutants: 3 seen (100 % of 3), 0 unseen, 1 change nothing, 1 did not compile" mutants room --report kept
}
its_tests_are_those_that_run_the_line() {
    project
    hash=$(sha256sum src/room/unseen.c | cut -d ' ' -f 1)
    cp -a build/tests/room/test_room build/tests/room/test_other
    sed -i 's/^\[{\(.*\)}\]$/[{\1}, {\1}]/; s/test_room/test_other/2; s/"name": "room"/"name": "other"/2' build/meson-info/intro-tests.json
    echo 'build tests/room/test_other: link tests/room/test_room.p/test_room.c.o src/libcritter_inside.a' >>build/build.ninja
    for tests in 1:room 2:other 3:"room other" 0:"room other"; do # bits; nobody at all: whoever has it inside
        echo "{\"tests\": [\"room\", \"other\"], \"files\": {\"src/room/unseen.c\": {\"text\": \"$hash\", \"functions\": [[2, 4]],
            \"lines\": {\"2\": \"0\", \"3\": \"${tests%%:*}\"}}}}" >reach.json
        mutants src/room/unseen.c --reach reach.json --list | grep -q "^    ${tests#*:}\$"
    done
}
a_test_that_always_fails_sees_nothing() {
    project
    sed -i 's/return seen(1) != 3/return !!seen(1) || seen(1) != 3/' tests/room/test_room.c
    ninja -C build >/dev/null
    says "room fails without a fault, and is left out" mutants src/room/seen.c
    echo "$said" | grep -q ' 1 unseen'
}
it_can_be_stopped() { # when its test hangs, however long a slow machine takes to get there
    project
    mkdir tmp
    TMPDIR=$PWD/tmp SOURCE=$PWD "$PYTHON" "$tool" --build build --patience 600 src/room/hangs.c >said 2>&1 &
    child=$!
    until [ -e build/hanging ]; do
        kill -0 $child || { cat said; return 1; }
        sleep 0.05
    done
    kill -INT $child
    kill -INT $child 2>/dev/null || true # who is impatient gets the same answer
    status=0
    wait $child || status=$?
    [ $status -eq 130 ]
    says "mutants: 0 seen, 0 unseen, 0 change nothing, 0 did not compile, stopped; seed 1, 1 planted" cat said
    [ -z "$(ls tmp)" ]
}

cases every_end_is_told_apart a_seed_plants_the_same rows_and_files_can_be_named what_nobody_saw_is_tried_again \
    what_somebody_looked_at_is_told_with_its_word a_report_goes_on_where_it_was \
    its_tests_are_those_that_run_the_line a_test_that_always_fails_sees_nothing it_can_be_stopped
