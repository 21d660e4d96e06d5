// options:
// says: 032@6 032@7 032@8
// prints:
main() {
    new a[3], p[2 char]
    a[3] = 1
    a[-1] = 1
    p{4} = 0
    return a[0]
}
