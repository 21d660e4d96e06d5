// options:
// says: 008@5-6 219@8 008@8 029@8 017@8 107@8
// prints:
native printf(const format[], {Float, _}: ...)
new n = f()
f() return 1
main() {
    new a[n], v = 2
    a[0] = v
    n = 0
    new const c[2] = {v, 1}
    printf("%d", c[0])
    switch (v) {
        case v: return 0
    }
    return 1
}
