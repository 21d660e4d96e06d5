#!/bin/sh
# The generated parts of the pages are what the tables say, and a stale one is noticed.
# FEATURES: the path of the program, whose folder also holds floors and reference. CLADC: the generator. CC: the compiler. SOURCE, BUILD: the project
# and its build.
. "$SOURCE/tests/frame/tap.sh"

programs=$(dirname "$FEATURES")
copy() { # a copy of all that make pages looks at
    mkdir -p tools docs schema
    cp "$SOURCE/README.md" .
    cp "$SOURCE"/docs/*.tsv "$SOURCE/docs/architecture.md" "$SOURCE/docs/c-api.md" "$SOURCE/docs/sdk.md" docs
    cp -r "$SOURCE/include" .
    cp "$SOURCE"/schema/vector.* schema
    cp "$SOURCE/tools/pages" "$SOURCE/tools/vector" "$SOURCE/tools/floors.tsv" tools
    sh tools/pages "$programs" # whatever the project's own are: these are up to date
    mkdir before && cp README.md docs/architecture.md before
}

the_pages_are_up_to_date() { says "up to date" sh "$SOURCE/tools/pages" --check "$programs"; }
a_stale_page_is_noticed_and_mended() {
    copy
    printf '13\tattic\t-\tbelow\tbats\n' >>tools/floors.tsv
    refuses 'the part floors is out of date' sh tools/pages --check "$programs"
    says 'wrote floors in docs/architecture.md' sh tools/pages "$programs"
    says 'up to date' sh tools/pages --check "$programs"
    grep -q '| 13 | `attic` | \*not built yet:\* bats. | every room below |' docs/architecture.md
}
a_header_that_changed_makes_its_page_stale() {
    copy
    sed -i 's/Makes the display dark\./Makes the display black./' include/critter/cozmo.h
    refuses 'the part c-api is out of date' sh tools/pages --check "$programs"
    says 'wrote c-api in docs/c-api.md' sh tools/pages "$programs"
    grep -q '^Makes the display black\.$' docs/c-api.md
}
a_row_of_the_sdk_that_changed_makes_its_proto_stale() {
    copy
    printf 'message\tZebra\t1\tone\tZebra.Coat\tcoat\nenum\tZebra.Coat\t0\tPLAIN\n' >>schema/vector.tsv
    refuses 'schema/vector.proto is out of date' sh tools/pages --check "$programs"
    says 'wrote schema/vector.proto' sh tools/pages "$programs"
    says 'up to date' sh tools/pages --check "$programs"
    grep -A 5 '^message Zebra {' schema/vector.proto >zebra
    printf 'message Zebra {\n    enum Coat {\n        PLAIN = 0;\n    }\n    Coat coat = 1;\n}\n' | cmp - zebra
    printf 'mesage\tZebra\n' >>schema/vector.tsv
    refuses 'expected rpc, enum or message, found "mesage"' tools/vector proto schema/vector.tsv
}
header() { # the lines of one, after a story
    printf '// A story.\n\n%s\n' "$1" >h.h
}
every_call_tells_what_it_does_and_whether_it_waits() {
    header 'CRITTER_API int critter_do(void);'
    refuses 'h.h:3: critter_do has no comment' "$programs/reference" h.h
    header "// Does it.
CRITTER_API int critter_do(void);"
    refuses 'h.h:4: critter_do: its comment must end in [at once], [waits] or [any thread]' "$programs/reference" h.h
    header "// Does it. [at once]
CRITTER_API int critter_do(void *what,
                           int wait_ms);"
    refuses 'says that it waits, its comment does not' "$programs/reference" h.h
    header "// Does it. [waits]
CRITTER_API int critter_do(void);"
    refuses 'critter_do waits: its name should end in _wait' "$programs/reference" h.h
    header "// Does it. [waits]
CRITTER_API int critter_do_wait(void);"
    refuses 'critter_do_wait has no twin that returns at once' "$programs/reference" h.h
    header "// Does it. [at once]
CRITTER_API int critter_do(void);
// The same. [waits]
CRITTER_API int critter_do_wait(int wait_ms);"
    says '#### critter_do_wait' "$programs/reference" h.h
}
no_struct_has_the_name_of_a_function() {
    header "struct critter_thing {
    int size;
};
// Gets it. [at once]
CRITTER_API void critter_thing(struct critter_thing *out);"
    refuses "h.h:3: critter_thing is a function's name, too" "$programs/reference" h.h
}
every_call_of_the_library_is_on_its_page() {
    nm -D --defined-only "$LIBRARY" | awk '$2 == "T" { print $3 }' | grep '^critter_' >calls
    [ "$(wc -l <calls)" -gt 120 ]
    while read -r name; do grep -q -x "#### $name" "$SOURCE/docs/c-api.md" || { echo "$name is not on the page"; return 1; }; done <calls
}
nothing_outside_the_markers_is_touched() {
    copy
    printf '13\tattic\t-\tbelow\tbats\n' >>tools/floors.tsv
    sh tools/pages "$programs"
    cmp README.md before/README.md
    [ "$(diff docs/architecture.md before/architecture.md | grep -c '^[<>]')" -eq 1 ]
}
a_page_without_its_markers_is_refused_and_left_alone() {
    copy
    sed -i '/end of floors/d' docs/architecture.md
    cp docs/architecture.md cut.md
    refuses 'has not just one part called floors' sh tools/pages "$programs"
    cmp docs/architecture.md cut.md
}
links_between_the_pages_lead_somewhere() {
    cd "$SOURCE"
    for page in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md; do
        for link in $(sed -n 's/](/\n](/g; p' "$page" | sed -n 's/^](\([^)#]*\).*/\1/p' | grep -v '^[a-z]*:'); do
            [ -e "$(dirname "$page")/$link" ] || { echo "$page: $link is not there"; return 1; }
        done
    done
}
the_first_look_at_the_message_language_is_true() {
    page=$SOURCE/docs/message-language.md
    mkdir schema
    sed -n '/^```clad$/,/^```$/{/^```/d;p}' "$page" >schema/toy.clad
    "$CLADC" schema/toy.clad --header schema/toy.h --source schema/toy.c
    {
        printf '#include "schema/toy.h"\nint look(uint8_t *packet, size_t length);\nint look(uint8_t *packet, size_t length) {\n'
        sed -n '/^```c$/,/^```$/{/^```/d;/^#include/d;s|…\( *//.*\)*$|return 1;|;s|^message\.[^ ]* *//.*|return 0;|;p}' "$page"
        echo '}'
    } >look.c
    grep -q 'TOY_TO_APP, 2)) return 1;$' look.c
    for file in look.c schema/toy.c; do
        $CC -std=gnu17 -Wall -Wextra -Werror -Wno-unused-parameter -I . -I "$SOURCE/src" -I "$BUILD" -fsyntax-only $file
    done
    # Every name that the table of what comes out tells of does come out.
    sed -n '/^## What comes out/,/^## JSON/p' "$page" | grep -o -w -E 'toy_[a-z0-9_]+|TOY_[A-Z0-9_]+' | sort -u >names
    [ "$(wc -l <names)" -gt 20 ]
    while read -r name; do grep -q -w "$name" schema/toy.h || { echo "the page tells of $name; there is none"; return 1; }; done <names
}
every_schema_is_fuzzed() {
    for schema in "$SOURCE"/schema/*.clad; do
        name=$(basename "$schema" .clad | tr a-z A-Z)
        grep -q "${name}_EACH_STRUCT(DO)" "$SOURCE/fuzz/fuzz_messages.c" || { echo "fuzz_messages leaves out $schema"; return 1; }
    done
}

cases the_pages_are_up_to_date a_stale_page_is_noticed_and_mended a_header_that_changed_makes_its_page_stale \
    a_row_of_the_sdk_that_changed_makes_its_proto_stale \
    every_call_tells_what_it_does_and_whether_it_waits no_struct_has_the_name_of_a_function every_call_of_the_library_is_on_its_page nothing_outside_the_markers_is_touched \
    a_page_without_its_markers_is_refused_and_left_alone links_between_the_pages_lead_somewhere \
    the_first_look_at_the_message_language_is_true every_schema_is_fuzzed
