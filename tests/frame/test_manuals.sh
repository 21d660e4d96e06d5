#!/bin/sh
# The examples with which headers begin: tools/manuals against the project, and against planted faults.
# MANUALS: the program. SOURCE: the project. BUILD: the build directory, where headers are made, too.
. "$SOURCE/tests/frame/tap.sh"

story() { # example lines: the header "room/x.h", with functions to call
    mkdir -p room
    {
        printf '// What it is for.\n//\n'
        printf '%s\n' "$1" | sed 's|^|//     |'
        cat <<'EOF'
//
// More words; x_gone(1) here is no example.
#pragma once
#define X_BOTH(a, b) ((a) + (b))
struct x;
struct x *x_new(int size);
void x_free(struct x *x); // x_gone(2)
int x_add(struct x *x,
          int (*call)(int a, int b), int more);
int x_say(struct x *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline int x_count(void) { return x_less(1, 2, 3); }
typedef int x_call(void *user);
#ifdef __cplusplus
extern "C" {
#endif
int x_inside(int a);
EOF
    } >room/x.h
}
judge() { "$MANUALS" room; }

every_manual_of_the_project_is_true() {
    says " 0 wrong" "$MANUALS" "$SOURCE/src" "$SOURCE/include" -- "$BUILD/schema"
    calls=$("$MANUALS" --list "$SOURCE/src" "$SOURCE/include" -- "$BUILD/schema" | grep -c '\.h:')
    [ "$calls" -gt 600 ]
}
a_call_of_nothing_is_named_with_its_line() {
    story 'struct x *x = x_new(3);
x_gone(x);'
    refuses "room/x.h:4: nothing is called x_gone" judge
}
a_wrong_number_of_arguments_is_named() {
    for call in 'x_new();' 'x_new(1, 2);' 'x_free(x, f(1, 2));' 'x_count(1);' 'x_say(x);' 'X_BOTH(1);' 'x_add(x, f);' 'x_inside();' \
        'if (x_new(1, 2)) …' 'return x_new(x_count(), 1);' 'x_new("(", 2);'; do
        story "static int f(int a) { … }
$call"
        refuses "takes another number of arguments" judge
    done
}
a_struct_that_there_is_not_is_named() {
    story 'struct y *y = x_new(3);'
    refuses "room/x.h:3: there is no struct y" judge
}
what_is_right_is_let_alone() {
    story 'static int beep(struct x *x, int n) { … }
int (*hook)(int);
struct mine { int a; };
struct mine one = {1};
struct x *x = x_new(sizeof(int));          // x_gone(1), in words
if (x_add(x, beep, (int){1, 2}[0])) x_free(x);
x_say(x, "a, b) %d", x_count()), x_say(x, "x_gone(3)");
x_new(…); x_add(x, …); beep(x, 1); hook(2); x->call(1, 2, 3);
printf("%d", X_BOTH(1, 2)); x_inside(1);
for (int i = 0; i < 3; i++) x_add(x,
                                  beep, i);'
    says " 0 wrong" judge
}
a_folder_that_there_is_not_is_an_answer() {
    refuses "No such file" "$MANUALS" nowhere
    refuses "usage: manuals" "$MANUALS"
}

cases every_manual_of_the_project_is_true a_call_of_nothing_is_named_with_its_line a_wrong_number_of_arguments_is_named \
    a_struct_that_there_is_not_is_named what_is_right_is_let_alone a_folder_that_there_is_not_is_an_answer
