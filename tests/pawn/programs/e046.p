// options:
// says: 046@5
// prints:
f(a[], b[]) {
    a = b
}
main() {
    new x[2], y[2]
    f(x, y)
}
