// options:
// says: 033@6-7 033@7 033@8 033@9-10 033@10-11
// prints:
main() {
    new a[3], b
    b = a + 1
    if (a) b = 2
    b = a && 1
    b = -a
    b = b ? a : 1
    return b
}
