// options:
// says: 234@5 234@6
// prints:
#pragma deprecated use new_one
stock old_one() return 1
main() return old_one()
