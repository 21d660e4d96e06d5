// options:
// says: 047@6-7 047@7-8 047@8-9 107@8-9
// prints:
main() {
    new a[3], b[4]
    a = b
    a = {1, 2}
    a = "toolong"
    return a == b
}
