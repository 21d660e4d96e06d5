// options:
// says: 090@8 090@9
// prints:
forward public f(n)
public f(n) {
    new a[2]
    if (n) return a
    return a
}
main() return 0
