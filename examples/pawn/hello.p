// The shortest one: critter pawn run hello.p
#include <console>

main()
{
    print "Hello from a script\n"
}
