// options:
// says: 027@5 027@6
// prints:
main() {
    new a = 'ab'
    a = '\q'
    return a
}
