import type { Comparison } from "posenc/engines";
import type { ProbePlan, ProbeResult } from "posenc/probe";
import type { LayerPositions } from "posenc/spec";

export interface MeasuredLayers {
  layers: number[];
  pairing: "halves" | "interleaved" | null;
  width: number;
  frequencies: number[];
  error: number;
  scale: number;
  window: number | null;
  sink: number | null;
}

export type Measured = { layers: MeasuredLayers[] } | { error: string };

export interface Agreement {
  differs: string[];
  open: string[];
}

export function factsOf(result: ProbeResult): MeasuredLayers[];

export function agreementOf(given: {
  comparison: Comparison;
  positions: readonly LayerPositions[];
  measured: Measured;
  plan: ProbePlan;
}): Agreement;
