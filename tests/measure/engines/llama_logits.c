// llama_logits BACKENDS MODEL PROMPT OUT CONTEXT f32|f16: the log-probabilities of all tokens after each token of a prompt.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ggml-backend.h"
#include "llama.h"
#include "llama_errors.h"

enum { PART = 512 };

static void write_row(FILE *out, const float *logits, int count) {
  double most = logits[0], sum = 0;
  for (int i = 1; i < count; i++) most = fmax(most, logits[i]);
  for (int i = 0; i < count; i++) sum += exp(logits[i] - most);
  const double shift = most + log(sum);
  for (int i = 0; i < count; i++) {
    const float value = (float)(logits[i] - shift);
    fwrite(&value, sizeof value, 1, out);
  }
}

int main(int count, char **arguments) {
  if (count != 7) return fail("llama_logits BACKENDS MODEL PROMPT OUT CONTEXT f32|f16");
  llama_log_set(print_errors, NULL);
  ggml_backend_load_all_from_path(arguments[1]);
  struct llama_model *model = llama_model_load_from_file(arguments[2], llama_model_default_params());
  if (model == NULL) return fail("the model was not loaded");

  struct llama_context_params params = llama_context_default_params();
  params.n_ctx = (uint32_t)atoi(arguments[5]);
  params.n_batch = params.n_ubatch = PART;
  params.type_k = params.type_v = strcmp(arguments[6], "f16") == 0 ? GGML_TYPE_F16 : GGML_TYPE_F32;
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  struct llama_context *context = llama_init_from_model(model, params);
  if (context == NULL) return fail("no context was made");

  FILE *prompt = fopen(arguments[3], "rb"), *out = fopen(arguments[4], "wb");
  if (prompt == NULL || out == NULL) return fail("a file cannot be opened");
  const int vocab = llama_vocab_n_tokens(llama_model_get_vocab(model));
  llama_token tokens[PART];
  int first = 0;
  for (int n; (n = (int)fread(tokens, sizeof *tokens, PART, prompt)) > 0; first += n) {
    struct llama_batch batch = llama_batch_init(n, 0, 1);
    batch.n_tokens = n;
    for (int i = 0; i < n; i++) {
      batch.token[i] = tokens[i];
      batch.pos[i] = first + i;
      batch.n_seq_id[i] = 1;
      batch.seq_id[i][0] = 0;
      batch.logits[i] = 1;
    }
    if (llama_decode(context, batch) != 0) return fail("the prompt was not decoded");
    for (int i = 0; i < n; i++) write_row(out, llama_get_logits_ith(context, i), vocab);
    llama_batch_free(batch);
  }
  return fclose(out) == 0 ? 0 : fail("the output was not written");
}
