// options:
// says: 213@7 213@8 213@8-9 213@9 213@10-11 213@11
// prints:
f(A: a) return _: a
main() {
    new A: x = 5
    new y = A: 3
    x = y
    f(5)
    return x + y
}
