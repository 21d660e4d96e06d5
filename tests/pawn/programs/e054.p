// options:
// says: 054@5
// prints:
main() return 0
}
