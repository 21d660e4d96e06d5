#include "sense/hear/common.h"

// Words that people use much, and words that sound like a robot's name.
static const char WORDS[] =
    "about add after again all also always an and animal answer any are around ask at away be been "
    "before begin below between both boy by call came can change children city close come conference "
    "could country currently did do down each end enter every example extension father few find first "
    "five food for form found from get give go good great had hand has have he help here high him his "
    "hold house how if in into is it just keep kind know last late learn left life light like line "
    "little live long look made mailbox make man many me means message more most mother move much "
    "music my name near new next night nine no north now number of off often old on one only open or "
    "other our out over own page part password people phone place plant play please point press put "
    "real right run said same saw school see seem sentence set seven she should show six small so "
    "some sound start still story study take tell ten than thank that their them then these thing "
    "think this those thought three through time to together too tree try turn two unavailable under "
    "until up use user very wait walk want was water we were what when where which while white who "
    "why will with work world would year you your "
    "a actor back better center check collector day deck director doctor eight expect factor hay heck "
    "hector her hey lecture letter may met mister nectar never okay pay pepper picture protector "
    "rector say sector texture the there they tractor victor victoria victory way ";

void common_grammar(struct buf *out) {
    buf_text(out, "#JSGF V1.0;\ngrammar common;\npublic <said> = <word>+;\n<word> = ");
    for (const char *at = WORDS; *at; at++) {
        if (*at != ' ')
            buf_byte(out, (uint8_t)*at);
        else if (at[1])
            buf_text(out, " | ");
    }
    buf_text(out, ";\n");
}
