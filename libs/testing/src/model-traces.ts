import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const workspace = new URL('../../../', import.meta.url).pathname;
const quint = join(workspace, 'node_modules/@informalsystems/quint/dist/src/cli.js');

export interface Simulation {
  /** A file of `tools/models/src` without its ending, and the module in it. */
  readonly model: string;
  /** Its constants, as expressions of Quint. */
  readonly constants: Readonly<Record<string, string>>;
  readonly invariants: readonly string[];
  /** Values of which it is counted in how many traces they became true. */
  readonly witnesses?: readonly string[];
  readonly samples: number;
  readonly steps: number;
  readonly seed: number;
}

/** A state of a trace. */
export interface ModelStep<State> {
  /** The action that led here; `init` first. */
  readonly action: string;
  /** What the action chose, by name. */
  readonly picks: Readonly<Record<string, never>>;
  readonly state: State;
}

export interface SimulationResult<State> {
  readonly isViolated: boolean;
  readonly output: string;
  readonly witnessed: readonly { readonly name: string; readonly traces: number }[];
  /** The shortest traces that were kept; of a violation the one that shows it. */
  readonly traces: readonly (readonly ModelStep<State>[])[];
}

/**
 * Runs a model in Quint at random, from a seed, and returns traces of it. Numbers, strings, booleans, lists and records are
 * JavaScript's; sets are arrays in no order, maps are `Map`.
 *
 * @param kept how many traces
 */
export async function simulateModel<State>(
  { model, constants, invariants, witnesses = [], samples, steps, seed }: Simulation,
  kept = 1,
): Promise<SimulationResult<State>> {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-model-'));
  try {
    // The evaluator in TypeScript: the other one would be downloaded.
    const fixed = ['--backend=typescript', '--mbt', '--verbosity=1', '--main=instance'];
    const sizes = [`--max-samples=${samples}`, `--max-steps=${steps}`, `--seed=${seed}`];
    const traced = [`--n-traces=${kept}`, `--out-itf=${join(folder, '{seq}.itf.json')}`];
    const file = join(folder, 'instance.qnt');
    const source = await readFile(join(workspace, 'tools/models/src', `${model}.qnt`), 'utf8');
    const values = Object.entries(constants).map(([name, value]) => `${name} = ${value}`);
    const instance = `module instance { import ${model}(${values.join(', ')}).* }`;
    await writeFile(file, `${source}\n${instance}\n`);
    const parameters = [...fixed, ...sizes, ...traced];
    parameters.push(`--invariant=${invariants.join(' and ') || 'true'}`);
    if (witnesses.length > 0) parameters.push('--witnesses', ...witnesses);
    // What it prints is read here; where tests are run in colour, it would print in colour as well.
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    const running = run(process.execPath, [quint, 'run', file, ...parameters], { env });
    const { output, code } = await running.then(
      ({ stdout, stderr }) => ({ output: stdout + stderr, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => ({
        output: error.stdout + error.stderr,
        code: error.code,
      }),
    );
    const isViolated = code !== 0 && /\[violation\]/.test(output);
    if (code !== 0 && !isViolated) throw new Error(`quint: ${output}`);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    const traces = await Promise.all(
      files.map(async (name) => toTrace<State>(await readFile(join(folder, name), 'utf8'))),
    );
    const counts = output.matchAll(/^(\w+) was witnessed in (\d+) trace/gm);
    const witnessed = [...counts].map(([, name = '', count]) => ({ name, traces: Number(count) }));
    return { isViolated, output, witnessed, traces };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** From the Informal Trace Format. */
function toTrace<State>(text: string): ModelStep<State>[] {
  const { states } = JSON.parse(text) as { states: Record<string, unknown>[] };
  return states.map((found) => {
    // Names carry the module that they come from.
    const state = Object.fromEntries(
      Object.entries(found).map(([name, value]) => [name.split('::').at(-1), toValue(value)]),
    ) as Record<string, unknown>;
    const { actionTaken, nondetPicks } = state as {
      actionTaken: string;
      nondetPicks: Record<string, { tag: 'None' } | { tag: 'Some'; value: unknown }>;
    };
    const picks = Object.entries(nondetPicks).flatMap(([name, pick]) =>
      pick.tag === 'Some' ? [[name, pick.value]] : [],
    );
    const action = actionTaken.split('::').at(-1)!;
    return { action, picks: Object.fromEntries(picks) as never, state: state as State };
  });
}

function toValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toValue);
  if (value === null || typeof value !== 'object') return value;
  const tagged = value as Record<string, unknown>;
  if (typeof tagged['#bigint'] === 'string') return Number(tagged['#bigint']);
  if (tagged['#set']) return toValue(tagged['#set']);
  if (tagged['#tup']) return toValue(tagged['#tup']);
  if (tagged['#map']) return new Map(toValue(tagged['#map']) as [unknown, unknown][]);
  const entries = Object.entries(tagged).filter(([name]) => name !== '#meta');
  return Object.fromEntries(entries.map(([name, one]) => [name, toValue(one)]));
}
