// options:
// says: 047@7 047@8
// prints:
f(a[3]) return a[0]
main() {
    new x[4]
    f("abcdef")
    return f(x)
}
