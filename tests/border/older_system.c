/* Preloaded, it makes this system one before Linux 6.11: the table of mappings cannot be asked by address. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>

int ioctl(int file, unsigned long request, ...)
{
    static int (*system_ioctl)(int, unsigned long, ...);
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (_IOC_TYPE(request) == 'f' && _IOC_NR(request) == 17) { /* PROCMAP_QUERY */
        errno = ENOTTY;
        return -1;
    }
    if (!system_ioctl) system_ioctl = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return system_ioctl(file, request, argument);
}
