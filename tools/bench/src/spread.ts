/** The middle of many values, and between which values half of them lie. */
export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function spread(values: readonly number[]): Spread {
  return {
    median: quantile(values, 0.5),
    lower: quantile(values, 0.25),
    upper: quantile(values, 0.75),
  };
}

export function words({ median, lower, upper }: Spread): string {
  return `${median.toFixed(2)} (${lower.toFixed(2)}–${upper.toFixed(2)})`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
}
