// options: -w203 -w204-
// says:
// prints:
new unused
main() {
    new a = 5
}
