import json, subprocess

config = {"model_type": "glm_moe_dsa", "num_hidden_layers": 4, "index_topk_freq": 4}
done = subprocess.run(["npx", "posenc", "inspect", "-", "--json"], input=json.dumps(config), capture_output=True, text=True)
answer = json.loads(done.stdout)
for number, kind in enumerate(answer["layers"]):
    print(number, answer["kinds"][kind]["rotary"]["rotaryDim"], answer["kinds"][kind]["indexer"])
print(answer["unknown"])  # fields that were not understood; the exit code is 2 then
