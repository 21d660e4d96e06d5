#!/bin/sh
# The generated parts of the pages are what the tables say, and a stale one is noticed.
# FEATURES: the path of the program, whose folder also holds floors. CLADC: the generator. CC: the compiler. SOURCE, BUILD: the project
# and its build.
. "$SOURCE/tests/frame/tap.sh"

programs=$(dirname "$FEATURES")
copy() { # a copy of all that make pages looks at
    mkdir -p tools docs
    cp "$SOURCE/README.md" .
    cp "$SOURCE"/docs/*.tsv "$SOURCE/docs/architecture.md" docs
    cp "$SOURCE/tools/pages" "$SOURCE/tools/floors.tsv" tools
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

cases the_pages_are_up_to_date a_stale_page_is_noticed_and_mended nothing_outside_the_markers_is_touched \
    a_page_without_its_markers_is_refused_and_left_alone links_between_the_pages_lead_somewhere \
    the_first_look_at_the_message_language_is_true every_schema_is_fuzzed
