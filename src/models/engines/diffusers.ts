/** Hugging Face diffusers. */
import { type Engine, sourcesIn } from "./answer.ts";

const at = sourcesIn("huggingface/diffusers", "58eb52c0803ea9af3abec60841c2a093bdf1f951", "src/diffusers/");

export const diffusers: Engine = {
  name: "diffusers",
  title: "diffusers",
  version: "58eb52c",
  facts: {
    order: {
      says: "Frequencies and angles are float64 in most models; cosines and sines become float32.",
      source: at("models/embeddings.py", 1165),
    },
    device: {
      says: "On devices without float64, such as MPS, they are float32.",
      source: at("utils/torch_utils.py", 178),
    },
  },
  answer(reading, answer) {
    if (!reading.diffusion) return "serves models of diffusion only";
    answer.cache = "float32";
    answer.facts.add("order").add("device");
    return undefined;
  },
};
