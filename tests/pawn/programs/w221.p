// options:
// says: 221@7 204@7
// prints:
new Tag: t
main() {
    t = Tag: 1
Tag:
    goto Tag
}
