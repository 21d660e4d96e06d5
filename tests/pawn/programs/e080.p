// options:
// says: 080@6 080@7 203@5
// prints:
main() {
    new a[5], v
    v = sizeof a[nothing]
    v = tagof a[v]
    return v
}
