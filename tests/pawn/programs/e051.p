// options:
// says: 051@6 215@6 001@6 010@6 107@6
// prints:
main() {
    new a[3][3]
    a{1} = 5
    return a[0][0]
}
