// options:
// says: 055@4
// prints:
{
}
main() return 0
