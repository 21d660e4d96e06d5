// options:
// says: 226@7-8 226@8-9 226@9-10
// prints:
new g
main() {
    new a = 1, b[2]
    a = a
    g = g
    b[1] = b[1]
    return a
}
