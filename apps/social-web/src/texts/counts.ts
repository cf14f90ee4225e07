/** Not by `Intl.PluralRules`: browsers take longer for the first of these than for all else that the texts need. */
export const count = (one: string, other: string) => (n: number) => `${n} ${n === 1 ? one : other}`;

/** Where one stands without its number. */
export const several = (one: string, other: string) => (n: number) =>
  n === 1 ? one : `${n} ${other}`;
