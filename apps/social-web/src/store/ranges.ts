/** Numbers of messages, both ends included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Ranges that neither touch nor overlap, lowest first. */
export type Ranges = readonly Range[];

export function addRange(ranges: Ranges, { from, to }: Range): Ranges {
  if (to < from) return ranges;
  const apart = (one: Range) => one.to < from - 1 || one.from > to + 1;
  const joined = ranges.filter((one) => !apart(one));
  const whole = {
    from: Math.min(from, ...joined.map((one) => one.from)),
    to: Math.max(to, ...joined.map((one) => one.to)),
  };
  return [...ranges.filter(apart), whole].sort((a, b) => a.from - b.from);
}

export function rangeWith(ranges: Ranges, seq: number): Range | undefined {
  return ranges.find(({ from, to }) => from <= seq && seq <= to);
}

export function covers(ranges: Ranges, { from, to }: Range): boolean {
  const range = rangeWith(ranges, from);
  return to < from || (range !== undefined && range.to >= to);
}
