#include <nanobind/nanobind.h>
NB_MODULE(_engine, m) { m.doc() = "npusim's timing engine"; }
