// options:
// says: 220@6 017@6 029@6 221@6 215@6-7 203@6
// prints:
main() {
    new a = 1, Tag: b
    b = a ? Tag: 1 : Tag: 2
    return _: b
}
