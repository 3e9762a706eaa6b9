/** Hugging Face diffusers. */
import { citing, type Engine, refusing, sourcesIn } from "./answer.ts";

const at = sourcesIn("huggingface/diffusers", "58eb52c0803ea9af3abec60841c2a093bdf1f951", "src/diffusers/");

const facts = {
  order: {
    says: "Frequencies and angles are float64 in most models; cosines and sines become float32.",
    source: at("models/embeddings.py", 1165),
  },
  device: {
    says: "On devices without float64, such as MPS, they are float32.",
    source: at("utils/torch_utils.py", 178),
  },
} satisfies Engine["facts"];

export const diffusers: Engine = {
  name: "diffusers",
  title: "diffusers",
  version: "58eb52c",
  facts,
  answer: (reading, exact) =>
    reading.diffusion
      ? citing({ ...exact, cache: "float32" }, facts.order, facts.device)
      : refusing(exact, "serves models of diffusion only"),
};
