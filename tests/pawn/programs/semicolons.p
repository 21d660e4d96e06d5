// options:
// says: 001@6
// prints:
native printf(const format[], {Float, _}: ...)
#pragma semicolon 1
main()
{
    new a = 1
        + 2;
    printf("%d\n",
           a);
}
