// Signatures of firmwares that real robots ran: one line of JSON, separated by a comma or colon and one
// space. Public robots reported them. That of 2381 is 445 bytes long, which gives the message's body the 449
// bytes that were seen.
#include "body/firmware/cozmo/firmware_internal.h"

static const struct {
    uint32_t version;
    const char *signature;
} SIGNATURES[] = {
    {2381, "{\"version\": 2381, \"git-rev\": \"408d28a7f6e68cbb5b29c1dcd8c8db2b38f9c8ce\", "
           "\"date\": \"Tue Jan  8 10:27:05 2019\", \"time\": 1546972025, "
           "\"messageEngineToRobotHash\": \"9e4a965ace4e09d86997b87ba14235d5\", "
           "\"messageRobotToEngineHash\": \"a259247f16231db440957215baba12ab\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"69ca03352e42143d340f0f7fac02ed8ff96ef10b\", "
           "\"rtipSig\": \"36574986d76144a70e9252ab633be4617a4bc661\", "
           "\"bodySig\": \"695b59eff43664acd1a5a956d08c682b3f8bd2c8\"}"},
    {2380, "{\"version\": 2380, \"git-rev\": \"6ef227df0d64427f95cb943e01d8ac3956646e4d\", "
           "\"date\": \"Thu Dec 20 17:33:45 2018\", \"time\": 1545356025, "
           "\"messageEngineToRobotHash\": \"3aed3b94dbf19e11b2775ff980874213\", "
           "\"messageRobotToEngineHash\": \"c5a95cb6f44c1b89a42784d0c637fda8\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"8694122d7de45ee085c488274d28b69b7b1f2f44\", "
           "\"rtipSig\": \"8acba259c7b440dc0a3467ae73f262a224f036db\", "
           "\"bodySig\": \"14d4420c42432211ae4cda4f78a41841b03a6b40\"}"},
    {2315, "{\"version\": 2315, \"git-rev\": \"d96caf034da1c4a33d70d2c1e3bc5732ec68594a\", "
           "\"date\": \"Thu Nov  9 15:37:45 2017\", \"time\": 1510270665, "
           "\"messageEngineToRobotHash\": \"5d963ecd52d4ae18af796f14f02a3f60\", "
           "\"messageRobotToEngineHash\": \"d07d1f4dea884725adefd33de221a49f\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"2749d9fb97a138aa7b56429c3a587baf6dadfb6f\", "
           "\"rtipSig\": \"0605ff5cd1f37cf75573caac3678ecba12b9bebe\", "
           "\"bodySig\": \"76dc76aa624fac230603101206d3a4e2e50e76cb\"}"},
    {2313, "{\"version\": 2313, \"git-rev\": \"7381fe56705992ffd03bef1bb1a7b2e7258e9bc2\", "
           "\"date\": \"Tue Nov  7 21:13:04 2017\", \"time\": 1510117984, "
           "\"messageEngineToRobotHash\": \"838bbe94628fd10783e40f6b6b9874df\", "
           "\"messageRobotToEngineHash\": \"6ae9b7733e469f4fef89479d63e214ba\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"5bfbabc73e0ec5e20a072b6ab87b60da8a51310a\", "
           "\"rtipSig\": \"349d2224cc00e56ee50a5b4ecb905a5ba64c791d\", "
           "\"bodySig\": \"5ac6821655294e88b5fb852427bd99120af16fb5\"}"},
    {2214, "{\"version\": 2214, \"git-rev\": \"c363ccc897bc3748d234f80c21e4c8a33757d063\", "
           "\"date\": \"Wed Aug  9 11:01:32 2017\", \"time\": 1502301692, "
           "\"messageEngineToRobotHash\": \"861bbc71828456c0f073c4464bdcb21e\", "
           "\"messageRobotToEngineHash\": \"2dc8419f768f6f3fd4843cbb0a86f7f7\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"da7eb444c13475eb67b0c13336b24021b8cf540f\", "
           "\"rtipSig\": \"4cba42517073e77967ce8c7340376713001b4d0a\", "
           "\"bodySig\": \"74a1776d1c6a4213ccfbb0ad2c4099eafdf7ad0c\"}"},
    {2158, "{\"version\": 2158, \"git-rev\": \"44c8d8a1d3a2b09b54da0ff4b6ceee75ec66e267\", "
           "\"date\": \"Thu Jun 15 10:00:23 2017\", \"time\": 1497546023, "
           "\"messageEngineToRobotHash\": \"71beec8d11144f3a3718d2cc5ea602f3\", "
           "\"messageRobotToEngineHash\": \"4018b2e764ec08f5fcacdb6358847cb0\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"e3f4a7e29b76321e3563f50e0b09c89378b5dc97\", "
           "\"rtipSig\": \"64efe94218e8eaac3576f2405bc5f01f020b0b7a\", "
           "\"bodySig\": \"d0c34ed006c71abe45ac735e4bb68bf1153b082b\"}"},
    {1889, "{\"version\": 1889, \"git-rev\": \"e541e4247376d7945fd42a82a826b443effbeff2\", "
           "\"date\": \"Thu Mar 23 17:15:50 2017\", \"time\": 1490314550, "
           "\"messageEngineToRobotHash\": \"7098b4a266c0ccc2102a61fda53b8999\", "
           "\"messageRobotToEngineHash\": \"9b83f21da9120fdeebfeabe84af81c32\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"266d1d4f91c5ee069e628550a0331e8b0eb90f2b\", "
           "\"rtipSig\": \"bc90e2949be66851fb7ac035f5de9b52ff69fd14\", "
           "\"bodySig\": \"ccbb209db374f21ef233945f1515a70b8fe43114\"}"},
    {1859, "{\"version\": 1859, \"git-rev\": \"11a52d6a4f2c5d89cef7085b836e8d0f2525808b\", "
           "\"date\": \"Mon Mar 20 23:29:56 2017\", \"time\": 1490077796, "
           "\"messageEngineToRobotHash\": \"54195812be0de998a4ebde795364d62b\", "
           "\"messageRobotToEngineHash\": \"90d8f3273055624b8444fbcbef555ee8\", "
           "\"build\": \"DEVELOPMENT\", \"wifiSig\": \"79dca08e85f21311e5551e38ecf0d3dab6ce006f\", "
           "\"rtipSig\": \"72519cd2bfb11bc799915dd8506a67b0ae5186da\", "
           "\"bodySig\": \"8746362ebc89e6235e3da103b9e9c0133cc3d1c1\"}"},
    {1299, "{\"version\": 1299, \"git-rev\": \"6ced81297ac14067662acbed79cecac7f5eacd28\", "
           "\"date\": \"Mon Nov 21 15:25:58 2016\", \"time\": 1479770758, "
           "\"messageEngineToRobotHash\": \"61879d8808f0308cd8ae6340ddfe06e6\", "
           "\"messageRobotToEngineHash\": \"5914fda0b97c7aadaf0e4d97fc72610f\", "
           "\"wifiSig\": \"6cd4d9263e7a5b5da9eedc33e32c8baeb04a0ea6\", "
           "\"rtipSig\": \"24591dd715955eef0c1c7f0d89b4b41c122cbb26\", "
           "\"bodySig\": \"412ce6fc22f7407cb2e87eaacee3e9c4d7ca47ea\"}"},
    {10501, "{\"build\": \"FACTORY\", \"version\": 10501, \"date\": \"Fri Apr 14 20:28:21 2017\", "
            "\"time\": 1492201868}"},
    {10502, "{\"build\": \"FACTORY\", \"version\": 10502, \"date\": \"Mon Aug  7 09:21:24 2017\", "
            "\"time\": 1502122884}"},
    {10700, "{\"build\": \"FACTORY\", \"version\": 10700, \"date\": \"Thu Mar 28 14:18:13 2019\", "
            "\"time\": 1553807893}"},
};

const char *fw_signature(uint32_t version) {
    for (size_t i = 0; i < sizeof SIGNATURES / sizeof *SIGNATURES; i++)
        if (SIGNATURES[i].version == version) return SIGNATURES[i].signature;
    return NULL;
}
