/** Numbers of files in the words of `diagnose`, and projections of files with weights. */
import { diagnose, fileNumbers, museum } from "posenc/diagnose";
import { projectionsOf, type ReadFile, readFile, type SafetensorsFile } from "posenc/files";
import { expect, test } from "vitest";
import { expectError, rejectionOf } from "./harness/expect-error.ts";
import { bytesOf, fixtures } from "./harness/fixture-files.ts";
import { storedZip } from "./harness/stored-zip.ts";

const read = (text: string, name?: string): Promise<ReadFile> =>
  readFile(new TextEncoder().encode(text), name === undefined ? {} : { name });

test("rows of a text are a table, one row is a list of frequencies, and both are what a caller says", async () => {
  expect(await fileNumbers(await read("1,2\n3,4\n"))).toEqual({
    table: [
      [1, 2],
      [3, 4],
    ],
  });
  expect(await fileNumbers(await read("1,2,3,4\n"))).toEqual({ frequencies: [1, 2, 3, 4] });
  expect(await fileNumbers(await read("0.5,0.25\n"), { as: "slopes" })).toEqual({ slopes: [0.5, 0.25] });
});

test("an array has its axes", async () => {
  const { file, shape, values } = fixtures.npy.find((each) => each.shape.length === 2)!;
  const found = (await fileNumbers(await readFile(bytesOf(file)), { as: "bias" })) as unknown as {
    bias: ArrayLike<number>[];
  };
  expect([found.bias.length, found.bias[0]!.length]).toEqual(shape);
  expect(found.bias.flatMap((row) => [...Array.from(row)])).toEqual(values);
});

test("the only array of an archive is what a caller says, whatever it is called", async () => {
  const { file, shape, values } = fixtures.npy.find((each) => each.shape.length === 2)!;
  for (const name of ["arr_0.npy", "pe.npy"]) {
    const archive = await readFile(storedZip([[name, bytesOf(file)]]));
    const { table, ...axes } = (await fileNumbers(archive)) as unknown as { table: ArrayLike<number> };
    expect(axes).toEqual({ shape });
    expect(Array.from(table)).toEqual(values);
    expect(Object.keys(await fileNumbers(archive, { as: "bias" }))).toEqual(["bias"]);
  }
});

test("a JSON object has arrays by their names, as the museum makes them", async () => {
  for (const piece of museum) {
    const text = JSON.stringify(piece.make(), (_, value) =>
      ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value,
    );
    const numbers = await fileNumbers(await read(text, "piece.json"));
    const options = piece.expected === undefined ? {} : { expected: piece.expected };
    expect(diagnose(numbers, options).findings.map(({ name }) => name)).toContain(piece.finding);
  }
});

test("other files, names and words are refused", async () => {
  const config = await read('{"model_type": "llama"}');
  expect(await rejectionOf(fileNumbers(config))).toMatchObject({ code: "unsupported", param: "file" });
  expect(await rejectionOf(fileNumbers(await read("{ broken")))).toMatchObject({ code: "unsupported" });
  expect(await rejectionOf(fileNumbers(await read("1,2\n"), { as: "tables" as never }))).toMatchObject({
    code: "range",
    param: "as",
  });
  expect(await rejectionOf(fileNumbers({} as never))).toMatchObject({ code: "type", param: "file" });
  const npy = bytesOf(fixtures.npy[0]!.file);
  const strange = await readFile(
    storedZip([
      ["x.npy", npy],
      ["y.npy", npy],
    ]),
  );
  expect(await rejectionOf(fileNumbers(strange))).toMatchObject({ code: "range", value: "x" });
});

test("projections to queries and keys are named, and others are not", async () => {
  const names = [
    ...["model.layers.0.self_attn.q_proj.weight", "model.layers.0.self_attn.k_proj.weight"],
    ...[
      "model.layers.0.self_attn.v_proj.weight",
      "blk.0.attn_q.weight",
      "model.layers.0.self_attn.q_proj.bias",
    ],
  ];
  const tensors = Object.fromEntries(
    names.map((name) => [name, { dtype: "U8", shape: [1], data_offsets: [0, 1] }]),
  );
  const header = new TextEncoder().encode(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(tensors).map(([name, tensor], i) => [name, { ...tensor, data_offsets: [i, i + 1] }]),
      ),
    ),
  );
  const start = new Uint8Array(8);
  new DataView(start.buffer).setUint32(0, header.length, true);
  const file = (await readFile(
    new Uint8Array([...start, ...header, ...new Uint8Array(names.length)]),
  )) as SafetensorsFile;
  expect(projectionsOf(file)).toEqual([names[0], names[1], names[3]]);
  expectError(() => projectionsOf({} as never), TypeError, "type", "file");
});
