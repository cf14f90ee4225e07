const runs = process.env['PROPERTY_RUNS'];

/** For `fc.assert`: how many values are tried, and where their choice begins. */
export interface PropertySize {
  readonly numRuns: number;
  readonly seed?: number;
}

/**
 * A suite tries the same `numRuns` values each time, so that it fails for what was changed alone; `PROPERTY_RUNS=20000`
 * tries as many others instead. A failure prints its seed.
 */
export function propertySize(numRuns = 100): PropertySize {
  return runs === undefined ? { numRuns, seed: 16 } : { numRuns: Number(runs) };
}
