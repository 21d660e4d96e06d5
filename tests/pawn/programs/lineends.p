// options:
// says:
// prints: 3\n7\n
native printf(const format[], {Float, _}: ...)
main()
{
    new a = 5
    a = a
        - 2
    printf "%d\n", a
    new b =
        7
    printf "%d\n",
        b
}
