#!/bin/sh
# The generated parts of the pages are what the tables say, and a stale one is noticed.
# FEATURES: the path of the program, whose folder also holds floors. SOURCE: the project.
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
    grep -q '| 13 | `attic` | bats | every room below |' docs/architecture.md
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

cases the_pages_are_up_to_date a_stale_page_is_noticed_and_mended nothing_outside_the_markers_is_touched \
    a_page_without_its_markers_is_refused_and_left_alone links_between_the_pages_lead_somewhere
