// options:
// says: 048@6-7 048@7
// prints:
main() {
    new a[3], b[3][3]
    a = b
    f(b)
    return a == b[0]
}
f(x[]) return x[0]
