// options:
// says: 211@6
// prints:
main() {
    new a, b = 1
    if (a = b) a = 2
    if ((a = b)) a = 3
    return a
}
