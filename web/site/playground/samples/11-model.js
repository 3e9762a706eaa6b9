// Which convention does my model use?
import { specFromConfig } from "posenc/spec";

const reading = specFromConfig({
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  rope_theta: 500000,
  max_position_embeddings: 131072,
  rope_scaling: {
    rope_type: "llama3",
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  },
});
show(reading);
