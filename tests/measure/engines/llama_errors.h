// How the programs that call llama.cpp say what went wrong.
#pragma once
#include <stdio.h>

#include "ggml.h"

static void print_errors(enum ggml_log_level level, const char *text, void *unused) {
  (void)unused;
  if (level == GGML_LOG_LEVEL_ERROR) fputs(text, stderr);
}

static int fail(const char *text) {
  fprintf(stderr, "%s\n", text);
  return 1;
}
