// options:
// says: 003@5 017@5
// prints:
main() {
    if (f()) new a = 1
}
f() return 1
