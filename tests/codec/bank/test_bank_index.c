#include "bank_rig.h"

#include "codec/bank/index.h"

static const char XML[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    "<SoundBanksInfo Platform=\"Android\" SchemaVersion=\"11\" SoundbankVersion=\"120\">\n"
    " <RootPaths><ProjectRoot>C:\\x</ProjectRoot></RootPaths>\n"
    " <StreamedFiles>\n"
    "  <File Id=\"20\" Language=\"SFX\"><ShortName>a &amp; b.wav</ShortName><Path>SFX\\a.wem</Path></File>\n"
    "  <File Id=\"21\" Language=\"English(US)\"><ShortName> hello.wav "
    "</ShortName><Path>hello.wem</Path></File>\n"
    " </StreamedFiles>\n"
    " <MediaFilesNotInAnyBank/>\n"
    " <SoundBanks>\n"
    "  <SoundBank Id=\"393239870\" Language=\"SFX\">\n"
    "   <ObjectPath>\\SoundBanks\\SFX</ObjectPath><ShortName>SFX</ShortName><Path>SFX.bnk</Path>\n"
    "   <IncludedEvents>\n"
    "    <Event Id=\"1000\" Name=\"Play__Chirp\" ObjectPath=\"\\Events\\Play__Chirp\"><Deep><Event "
    "Id=\"1000\"/></Deep></Event>\n"
    "    <Event Id=\"4294967295\" Name=\"Stop__Chirp\" ObjectPath=\"\"/>\n"
    "   </IncludedEvents>\n"
    "   <IncludedMemoryFiles>\n"
    "    <File Id=\"20\" "
    "Language=\"SFX\"><ShortName>a</ShortName><Path>SFX\\a.wem</Path><PrefetchSize>4096</PrefetchSize></"
    "File>\n"
    "    <File Id=\"22\" Language=\"SFX\"><ShortName>c.wav</ShortName><Path>SFX\\c.wem</Path></File>\n"
    "   </IncludedMemoryFiles>\n"
    "   <ReferencedStreamedFiles><File Id=\"20\"/><File Id=\"21\"/></ReferencedStreamedFiles>\n"
    "  </SoundBank>\n"
    " </SoundBanks>\n"
    "</SoundBanksInfo>\n";

static void cozmo_s_list_is_read(void **state) {
    struct bank_index index;
    fine(bank_index_xml(text_of(XML), "SoundbanksInfo.xml", arena, &index, &fault));
    assert_int_equal(index.banks.count, 1);
    assert_true(text_is(index.banks.at[0].name, "SFX") && text_is(index.banks.at[0].path, "SFX.bnk"));
    assert_true(text_is(index.banks.at[0].object, "\\SoundBanks\\SFX") &&
                text_is(index.banks.at[0].language, "SFX"));
    assert_int_equal(index.events.count, 2);
    assert_int_equal(bank_index_event_named(&index, "play__CHIRP")->id, 1000);
    assert_true(text_is(bank_index_event(&index, 0xffffffff)->name, "Stop__Chirp"));
    assert_int_equal(bank_index_event(&index, 1000)->bank, 393239870);
    assert_null(bank_index_event(&index, 20));
    assert_int_equal(index.files.count, 3);
    const struct bank_index_file *file =
        bank_index_file(&index, 20); // embedded and streamed: the streamed one
    assert_true(!file->embedded && file->prefetch == 4096 && text_is(file->name, "a & b.wav"));
    file = bank_index_file(&index, 21);
    assert_true(!file->embedded && !file->prefetch && text_is(file->name, "hello.wav") &&
                text_is(file->language, "English(US)"));
    file = bank_index_file(&index, 22);
    assert_true(file->embedded && text_is(file->path, "SFX\\c.wem") && file->bank == 393239870);
}

static void refused(const char *xml, enum err err, const char *said) {
    struct bank_index index;
    char line[800];
    fault = (struct fault){0};
    assert_int_equal(bank_index_xml(text_of(xml), "s.xml", arena, &index, &fault), err);
    assert_string_equal(fault_text(&fault, line, sizeof line), said);
    assert_null(index.banks.at);
}

#define INFO(inner) "<SoundBanksInfo>\n" inner "</SoundBanksInfo>"
static void bad_lists_name_their_place(void **state) {
    refused("", ERR_SYNTAX, "s.xml:1:1: no XML: no element found");
    refused("<a/>", ERR_SYNTAX, "s.xml:1:1: expected SoundBanksInfo as the outermost element, found: a");
    refused("<SoundBanksInfo>\n <x>", ERR_SYNTAX, "s.xml:2:5: no XML: no element found");
    refused(INFO("<SoundBanks><SoundBank/></SoundBanks>"), ERR_MISSING,
            "s.xml:2:13: an element needs its attribute: Id");
    refused(INFO("<SoundBanks><SoundBank Id=\"-1\"/></SoundBanks>"), ERR_RANGE,
            "s.xml:2:13: expected a number of 32 bits: -1");
    refused(INFO("<SoundBanks><SoundBank Id=\"1\"/>\n<SoundBank Id=\"1\"/></SoundBanks>"), ERR_DUPLICATE,
            "s.xml:3:1: a number is there twice: 1");
    refused(INFO("<SoundBanks><SoundBank Id=\"1\"><ReferencedStreamedFiles>\n<File "
                 "Id=\"9\"/></ReferencedStreamedFiles></SoundBank></SoundBanks>"),
            ERR_MISSING, "s.xml:3:1: a streamed file that is not listed: 9");
    refused("<!DOCTYPE lolz [<!ENTITY a \"aa\">]><SoundBanksInfo/>", ERR_DENIED,
            "s.xml:1:16: a document type has no place here: lolz");
    struct bank_index index;
    for (size_t len = 0; len + 2 < sizeof XML; len++)
        assert_int_not_equal(bank_index_xml((struct text){XML, len}, "s.xml", arena, &index, NULL), ERR_NONE);
}

static enum err read_json(const char *text, struct bank_index *out) {
    struct json *document;
    fault = (struct fault){0};
    fine(json_parse(text_of(text), "b.json", arena, NULL, &document, &fault));
    return bank_index_json(document, arena, out, &fault);
}

static void vector_s_list_is_read_and_written(void **state) {
    struct bank_index index, back;
    struct buf out = {0};
    char line[800];
    fine(read_json("[{\"bundle_name\": \"Victor_SFX\", \"language\": \"SFX\", \"path\": \"sound\", "
                   "\"soundbank_name\": \"Victor_SFX\", \"type\": 1},"
                   " {\"language\": \"SFX\", \"path\": \"\", \"soundbank_name\": \"Init\"},"
                   " {\"language\": \"English(US)\", \"path\": \"e\", \"soundbank_name\": \"Victor_VO\"}]",
                   &index));
    assert_int_equal(index.banks.count, 3);
    assert_int_equal(index.banks.at[0].id, 1355168291); // Init comes first
    assert_true(text_is(index.banks.at[1].name, "Victor_SFX") && text_is(index.banks.at[1].path, "sound"));
    fine(bank_index_write_json(&index, &out));
    fine(read_json((const char *)out.at, &back));
    for (size_t i = 0; i < 3; i++)
        assert_true(back.banks.at[i].id == index.banks.at[i].id &&
                    text_same(back.banks.at[i].language, index.banks.at[i].language));
    buf_free(&out);
    assert_int_equal(read_json("{}", &index), ERR_TYPE);
    assert_int_equal(read_json("[{\"language\": \"SFX\", \"path\": \"\"}]", &index), ERR_MISSING);
    assert_int_equal(read_json("[{\"language\": \"SFX\", \"path\": \"\", \"soundbank_name\": "
                               "\"A\"},\n{\"language\": \"SFX\", \"path\": \"\", \"soundbank_name\": \"a\"}]",
                               &index),
                     ERR_DUPLICATE);
    assert_string_equal(fault_text(&fault, line, sizeof line),
                        "b.json:2:1: $[1]: the sound bank \"a\" is listed twice");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(TEST(cozmo_s_list_is_read), TEST(bad_lists_name_their_place), TEST(vector_s_list_is_read_and_written))
