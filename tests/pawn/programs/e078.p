// options:
// says: 209@7 209@10 078@10
// prints:
main() {
    if (f(1)) return 1
    return
}
f(n) {
    if (n) return
    return 2
}
