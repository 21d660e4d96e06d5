// options:
// says: 012@6 215@6 001@6 029@6 107@6
// prints:
new v
main() {
    v(1)
    5(2)
}
