// What all benches share: options, rounds in which contestants take turns, and the figures that are printed.
import { parseArgs } from 'node:util';

type Options<Defaults> = {
  readonly [Name in keyof Defaults]: Defaults[Name] extends number ? number : string;
};

/** `--name value` of the command line, else the variable `BENCH_NAME`, else the default. */
export function readOptions<Defaults extends Readonly<Record<string, number | string>>>(
  defaults: Defaults,
): Options<Defaults> {
  const known = Object.keys(defaults).map((name) => [name, { type: 'string' }] as const);
  const { values } = parseArgs({ options: Object.fromEntries(known) });
  const chosen = Object.entries(defaults).map(([name, normal]) => {
    const value = values[name] ?? process.env[`BENCH_${name.toUpperCase()}`] ?? normal;
    return [name, typeof normal === 'number' ? Number(value) : value];
  });
  return Object.fromEntries(chosen) as Options<Defaults>;
}

/** What one contestant did in one round. */
export interface Figures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
}

/**
 * Measures all contestants in each round, in every second round the last one first: a neighbour on the machine that
 * comes or goes disturbs all alike, or spoils one ratio of many.
 */
export async function inRounds<Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Figures>>>,
): Promise<Record<Name, Figures[]>> {
  const names = Object.keys(contestants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Figures[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      samples[name]?.push(await contestants[name]());
    }
  }
  return samples as Record<Name, Figures[]>;
}

/** The value below which `part` of the values lie. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

export function medians(samples: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(samples.map((sample) => sample[key]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') };
}

/** The median, and between which values half of them lie. */
export function spread(values: readonly number[]): string {
  const [lower, middle, upper] = [0.25, 0.5, 0.75].map((part) => quantile(values, part).toFixed(2));
  return `${middle} (${lower}–${upper})`;
}

/** A row of a printed table. */
export const row = ({ perSecond, cpu, p50, p99 }: Figures) => ({
  'replies/s': Math.round(perSecond),
  'CPU µs': Math.round(cpu),
  'p50 ms': p50,
  'p99 ms': p99,
});

export function printHeading(settings: string): void {
  console.log(`Node ${process.versions.node}, ${settings}`);
}
