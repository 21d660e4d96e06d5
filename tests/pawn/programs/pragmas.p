// options:
// says:
// prints: 5\n
native printf(const format[], {Float, _}: ...)
#pragma dynamic 500
#pragma tabsize 4
#pragma amxlimit 100000
#pragma amxram 50000
#pragma compress 0
#pragma overlaysize 0
#pragma align
new x = 5
#pragma unused x
#pragma deprecated use the other
stock old() return 1
main() printf("%d\n", x)
