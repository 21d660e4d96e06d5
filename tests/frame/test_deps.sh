#!/bin/sh
# tools/deps on systems of our making: apt-get, dpkg-query, sudo and id are small scripts in a folder of their own,
# which write down what they were asked.
. "$SOURCE/tests/frame/tap.sh"

tools=
for tool in sh sed awk sort tr fold tail tee mktemp rm cat env grep; do tools="$tools $(command -v $tool)"; done
every=$(sh "$SOURCE/tools/deps" --list | sed 's/|.*//')

system() { # what the machine has: root or nobody, then packages that are installed
    mkdir bin
    ln -s $tools bin
    stub id "echo $([ "$1" = root ] && echo 0 || echo 1000)"
    shift
    printf '%s\n' "$@" >installed
    stub dpkg-query "sed 's/.*/installed & /' '$PWD/installed'"
    stub apt-cache '[ "$1" = show ]'
    stub apt-get "echo apt-get \"\$@\" >>'$PWD/asked'; case \"\$*\" in *install*) cat '$PWD/all' >'$PWD/installed' ;; esac"
    printf '%s\n' "$every" >all
    : >asked
}
stub() { printf '#!/bin/sh\n%s\n' "$2" >"bin/$1" && chmod +x "bin/$1"; }
deps() { PATH=$PWD/bin DEPS_ASSUME= sh "$SOURCE/tools/deps" "$@"; }

what_is_missing_is_named_then_installed_once() {
    system root
    says "installing for build test: gcc libc6-dev make meson" deps build test
    grep -q 'install -y --no-install-recommends gcc .*libcmocka-dev' asked
    [ "$(grep -c install asked)" -eq 1 ]
    says "everything for build test is installed" deps build test
    [ "$(grep -c install asked)" -eq 1 ]
}
with_nothing_to_do_it_says_one_line_and_asks_nobody() {
    system root $every
    says "everything for run is installed" deps run
    [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ]
    [ ! -s asked ]
}
only_what_is_missing_is_asked_for() {
    system root $(printf '%s\n' "$every" | grep -v libuv1-dev)
    says "installing for build: libuv1-dev" deps build
    grep -q 'recommends libuv1-dev$' asked
}
the_lists_are_fetched_only_when_they_are_too_old_to_know() {
    system root
    deps build
    absent update asked
    rm -r bin && system root
    stub apt-cache "grep -q update '$PWD/asked'"
    says "fetching the lists" deps build
    [ "$(grep -c update asked)" -eq 1 ]
}
sudo_is_used_only_when_not_root() {
    system root
    stub sudo "echo sudo >>'$PWD/asked'; exec \"\$@\""
    deps test
    absent sudo asked
    rm -r bin && system nobody
    stub sudo "echo sudo >>'$PWD/asked'; exec \"\$@\""
    says "done" deps test
    grep -q sudo asked
}
without_root_and_sudo_the_command_to_run_is_said() {
    system nobody
    refuses "apt-get update && apt-get install --no-install-recommends gcc libc6-dev" deps build
    [ ! -s asked ]
}
without_apt_the_packages_are_named_and_a_way_on() {
    system root
    rm bin/apt-get
    refuses "this system has no apt-get" deps build
    says "taking your word" env PATH="$PWD/bin" DEPS_ASSUME=yes sh "$SOURCE/tools/deps" build
}
the_second_name_of_a_package_is_taken_where_the_first_is_gone() {
    system root
    stub apt-cache '[ "$1" = show ] && [ "$3" != pkg-config ]'
    says " pkgconf " deps build
}
a_failure_of_apt_is_a_failure_with_its_reason() {
    system root
    stub apt-get 'case "$*" in *install*) echo "E: the disk is full"; exit 100 ;; esac'
    refuses "E: the disk is full" deps build
}
an_unknown_group_is_refused_with_those_there_are() {
    system root
    refuses "no group called tests; there are: bench board build" deps build tests
    refuses "which group?" deps
}

cases what_is_missing_is_named_then_installed_once with_nothing_to_do_it_says_one_line_and_asks_nobody \
    only_what_is_missing_is_asked_for the_lists_are_fetched_only_when_they_are_too_old_to_know \
    sudo_is_used_only_when_not_root without_root_and_sudo_the_command_to_run_is_said \
    without_apt_the_packages_are_named_and_a_way_on the_second_name_of_a_package_is_taken_where_the_first_is_gone \
    a_failure_of_apt_is_a_failure_with_its_reason an_unknown_group_is_refused_with_those_there_are
