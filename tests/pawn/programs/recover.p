// options:
// says: 017@6-7 028@8 001@8 010@9 203@11 203@14
// prints:
native printf(const format[], {Float, _}: ...)
main() {
    new a = 1 +
    printf("%d", undefined1)
    if (a { a = 2 }
    a = undefined2
}
f() {
    return undefined3
}
g() return f() + undefined4
