// options:
// says: 006@6-7 006@8-9
// prints:
main() {
    new a
    a = "text"
    new b[4]
    a = b
}
