// options: -;+
// says: 001@6
// prints:
main() {
    new a = 1
    return a;
}
