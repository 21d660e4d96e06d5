// options:
// says: 215@6-7 215@7-8 215@8-9
// prints:
main() {
    new a = 1
    a + 1
    a == 2
    5
}
