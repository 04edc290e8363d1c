/* A host that runs with more rights than its user: secure. Environment variables must not load code or write files
 * with those rights. secure.sh starts a set-group-id copy of it as another user. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "host.h"

int main(void)
{
    static const int cells[3] = {edge, edge, edge};
    static const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    int plan = 0, handle = 0;
    double *in = new_input(), *out = new_output();
    char text[20000] = "";
    int length = 0;
    printf("secure %lu user %d group %d of %d\n", getauxval(AT_SECURE), (int)getuid(), (int)getegid(), (int)getgid());
    printf("initialize %d\n", start_frame(""));
    printf("plan %d\n", start_plan(&plan, in, out) && run_plan(plan, out));
    drawbridge_report_text(text, sizeof text, &length);
    const int code = drawbridge_snapshot_create("secure.h5", 9, cells, zero, one, 0, 0, "", 0, NULL, NULL, 0, 0, 0, &handle);
    if (code) printf("snapshot %d %.300s\n", code, message_of_call());
    drawbridge_snapshot_abandon(handle);
    printf("finalize %d\n", drawbridge_finalize());
    fflush(stdout);
    frame_finalize_(); /* without a Frame: the policy, and where nobody hears it the log */
    printf("returned\n");
    return 0;
}
