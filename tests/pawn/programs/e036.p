// options:
// says: 036@5 036@6
// prints:
main() {
    ;
    if (f());
}
f() return 1
