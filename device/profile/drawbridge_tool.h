/* What a tool of the user's implements to watch Drawbridge: a shared object that the setting `tool` names,
 * with this function. Callbacks come on the thread of the host program, one at a time; any may be null.
 * They must not call Drawbridge. */
#ifndef DRAWBRIDGE_TOOL_H
#define DRAWBRIDGE_TOOL_H

#ifdef __cplusplus
extern "C" {
#endif

enum { drawbridge_tool_version = 1 };

struct drawbridge_tool {
    int version; /* drawbridge_tool_version of when the tool was built */
    /* a stretch of work of the library: "plan preosthermalproperties", "in T", "out rho"; they nest */
    void (*begin)(const char *name);
    void (*end)(const char *name);
    /* one launch is finished: fewest bytes it must move, seconds on the device (0: not measured) */
    void (*kernel)(const char *name, long points, long bytes, double seconds);
    /* one copy is finished, "in T" or "out rho": seconds of the copy, seconds that host threads packed */
    void (*copy)(const char *name, long bytes, double seconds, double packing);
    void (*finish)(void); /* the Frame is finalized */
};

/* Called at initialize with the device's description. Null: the tool does not want to watch. */
const struct drawbridge_tool *drawbridge_tool(const char *device);

#ifdef __cplusplus
}
#endif

#endif
