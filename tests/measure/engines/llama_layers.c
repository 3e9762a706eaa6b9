// llama_layers BACKENDS KEYS TOKENS: what llama.cpp computes in each layer of a model with these keys and arbitrary weights, as lines
// of JSON: each rotation, softmax and factor of queries. KEYS has a line for each key: its type (u, f, b, s, or two letters for a
// list: au, ab), its name and its value. A line `t optional true` makes the tensors, too, that a file may leave out.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ggml-backend.h"
#include "gguf.h"
#include "llama.h"
#include "llama_errors.h"

enum { MOST = 512 };

// The release counts tensors against those of a file, of which there is none.
void _ZNK18llama_model_loader20done_getting_tensorsEb(const void *loader, bool partial) {
  (void)loader;
  (void)partial;
}

static bool makes_optional = false;

// Without a file the release makes no tensor that a file may leave out; the first bit of the flags says that it may.
void *_ZN18llama_model_loader13create_tensorERK13llama_hparamsPKSt6vectorISt4pairIP19ggml_backend_deviceP24ggml_backend_buffer_typeESaIS9_EESD_SD_SD_RK11LLM_TN_IMPLRKSt16initializer_listIlEi(
    void *loader, const void *sizes, const void *cpu, const void *input, const void *output, const void *layer, const void *name,
    const void *shape, int flags) {
  typedef void *create(void *, const void *, const void *, const void *, const void *, const void *, const void *, const void *, int);
  static create *own = NULL;
  if (own == NULL) own = (create *)dlsym(RTLD_NEXT, __func__);
  return own(loader, sizes, cpu, input, output, layer, name, shape, makes_optional ? flags & ~1 : flags);
}

static float small(void) {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return ((float)(state >> 8) / 16777216.0f - 0.5f) * 0.2f;
}

static void fill(struct ggml_tensor *tensor, void *unused) {
  (void)unused;
  const size_t count = (size_t)ggml_nelements(tensor);
  float *values = malloc(count * sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = small();
  ggml_backend_tensor_set(tensor, values, 0, count * sizeof *values);
  free(values);
}

static void set_list(struct gguf_context *keys, const char *name, char type, char *text) {
  uint32_t numbers[MOST];
  bool switches[MOST];
  size_t count = 0;
  for (char *part = strtok(text, ","); part != NULL && count < MOST; part = strtok(NULL, ",")) {
    numbers[count] = (uint32_t)strtoul(part, NULL, 10);
    switches[count] = numbers[count] != 0;
    count++;
  }
  if (type == 'u') gguf_set_arr_data(keys, name, GGUF_TYPE_UINT32, numbers, count);
  else gguf_set_arr_data(keys, name, GGUF_TYPE_BOOL, switches, count);
}

static struct gguf_context *read_keys(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return NULL;
  struct gguf_context *keys = gguf_init_empty();
  char type[4], name[128], value[4096];
  while (fscanf(file, "%3s %127s %4095s", type, name, value) == 3) {
    if (type[0] == 'u') gguf_set_val_u32(keys, name, (uint32_t)strtoul(value, NULL, 10));
    else if (type[0] == 'f') gguf_set_val_f32(keys, name, strtof(value, NULL));
    else if (type[0] == 'b') gguf_set_val_bool(keys, name, strcmp(value, "true") == 0);
    else if (type[0] == 's') gguf_set_val_str(keys, name, value);
    else if (type[0] == 't') makes_optional = true;
    else set_list(keys, name, type[1], value);
  }
  fclose(file);
  static const char *words[MOST / 4];
  static char text[MOST / 4][8];
  for (int i = 0; i < MOST / 4; i++) {
    snprintf(text[i], sizeof text[i], "<%d>", i);
    words[i] = text[i];
  }
  gguf_set_val_str(keys, "tokenizer.ggml.model", "test");
  gguf_set_arr_str(keys, "tokenizer.ggml.tokens", words, MOST / 4);
  return keys;
}

static float parameter(const struct ggml_tensor *tensor, int at) {
  float value;
  memcpy(&value, &tensor->op_params[at], sizeof value);
  return value;
}

// The first and the last key that a query sees.
static void span_of(const struct ggml_tensor *mask, int query, int *first, int *last) {
  float *row = malloc((size_t)mask->ne[0] * sizeof *row);
  ggml_backend_tensor_get(mask, row, (size_t)query * mask->nb[1], (size_t)mask->ne[0] * sizeof *row);
  *first = -1;
  for (int key = 0; key < mask->ne[0]; key++) {
    if (row[key] == -INFINITY) continue;
    if (*first < 0) *first = key;
    *last = key;
  }
  free(row);
}

static bool see(struct ggml_tensor *tensor, bool asks, void *unused) {
  (void)unused;
  const struct ggml_tensor *source = tensor->src[0];
  // An operation without a name goes by the tensor that it works on.
  const char *name = strchr(tensor->name, '-') != NULL ? tensor->name : source != NULL ? source->name : "";
  const bool is_scale = tensor->op == GGML_OP_SCALE && (strncmp(name, "Q", 1) == 0 || strncmp(name, "kq_scaled_2", 11) == 0);
  const bool grows = tensor->op == GGML_OP_MUL && strncmp(name, "Qcur_attn_temp", 14) == 0;
  const bool is_wanted = tensor->op == GGML_OP_ROPE || tensor->op == GGML_OP_SOFT_MAX || is_scale || grows;
  if (asks || !is_wanted) return asks ? is_wanted : true;
  const char *dash = strrchr(name, '-');
  const int layer = dash == NULL ? -1 : atoi(dash + 1);
  const int32_t *p = tensor->op_params;
  if (tensor->op == GGML_OP_ROPE)
    printf("{\"layer\":%d,\"op\":\"rope\",\"heads\":%d,\"dims\":%d,\"mode\":%d,\"original\":%d,\"base\":%.9g,\"scale\":%.9g,\"ext\":%.9g,\"factor\":%.9g,\"fast\":%g,\"slow\":%g,\"sections\":%s}\n",
           layer, (int)tensor->ne[1], p[1], p[2], p[4], parameter(tensor, 5), parameter(tensor, 6), parameter(tensor, 7),
           parameter(tensor, 8), parameter(tensor, 9), parameter(tensor, 10), p[11] + p[12] + p[13] > 0 && p[2] >= 8 ? "true" : "false");
  else if (tensor->op == GGML_OP_SOFT_MAX && strncmp(name, "kq", 2) == 0) {
    const int queries = (int)tensor->ne[1];
    int first = 0, last = 0, first_half = 0, last_half = 0;
    span_of(tensor->src[1], queries - 1, &first, &last);
    span_of(tensor->src[1], queries / 2, &first_half, &last_half);
    printf("{\"layer\":%d,\"op\":\"softmax\",\"heads\":%d,\"scale\":%.9g,\"bias\":%g,\"sinks\":%s,\"before\":%d,\"causal\":%s}\n", layer,
           (int)tensor->ne[2], parameter(tensor, 0), parameter(tensor, 1), tensor->src[2] != NULL ? "true" : "false",
           first > 0 ? last - first : -1, last_half == queries / 2 ? "true" : "false");
  } else if (is_scale)
    printf("{\"layer\":%d,\"op\":\"%s\",\"value\":%.9g}\n", layer, name[0] == 'k' ? "cap" : "queries", parameter(tensor, 0));
  else if (grows) printf("{\"layer\":%d,\"op\":\"grows\"}\n", layer);
  return true;
}

int main(int count, char **arguments) {
  if (count != 4) return fail("llama_layers BACKENDS KEYS TOKENS");
  llama_log_set(print_errors, NULL);
  ggml_backend_load_all_from_path(arguments[1]);
  struct gguf_context *keys = read_keys(arguments[2]);
  if (keys == NULL) return fail("the keys cannot be read");
  struct llama_model *model = llama_model_init_from_user(keys, fill, NULL, llama_model_default_params());
  if (model == NULL) return fail("the model was not made");

  const int tokens = atoi(arguments[3]);
  struct llama_context_params params = llama_context_default_params();
  params.n_ctx = params.n_batch = params.n_ubatch = (uint32_t)tokens;
  params.n_threads = params.n_threads_batch = 1;
  params.type_k = params.type_v = GGML_TYPE_F32;
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.swa_full = true;
  params.cb_eval = see;
  struct llama_context *context = llama_init_from_model(model, params);
  if (context == NULL) return fail("no context was made");
  struct llama_batch batch = llama_batch_init(tokens, 0, 1);
  batch.n_tokens = tokens;
  for (int i = 0; i < tokens; i++) {
    batch.token[i] = i % 100;
    batch.pos[i] = i;
    batch.n_seq_id[i] = 1;
    batch.seq_id[i][0] = 0;
    batch.logits[i] = i == tokens - 1;
  }
  return llama_decode(context, batch) == 0 ? 0 : fail("the tokens were not decoded");
}
