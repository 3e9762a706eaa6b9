/**
 * Model types that do not rotate, by what a token sees. Types that are not here can do both, or were not looked up.
 *
 * Source: transformers, models/auto/modeling_auto.py: models for causal and for masked language modelling.
 */
export const sees = {
  causal: "biogpt bloom ctrl gpt2 gpt_bigcode gpt_neo gpt-sw3 jamba mpt nemotron_h openai-gpt opt xglm zamba",
  both: `albert bert camembert convbert data2vec-text deberta deberta-v2 distilbert electra ernie ibert layoutlm longformer luke
megatron-bert mobilebert mpnet nystromformer rembert roberta roberta-prelayernorm squeezebert xlm-roberta xlm-roberta-xl`,
};
