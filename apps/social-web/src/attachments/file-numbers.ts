const [kilo, mega] = [1_000, 1_000_000];

/** "340 kB", "1.2 MB", in the words of the language. */
export function sizeText(bytes: number, locale: string): string {
  const [unit, each] =
    bytes < kilo ? ['byte', 1] : bytes < mega ? ['kilobyte', kilo] : ['megabyte', mega];
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit, unitDisplay: bytes < kilo ? 'long' : 'short' },
    maximumFractionDigits: bytes < 10 * each && each > 1 ? 1 : 0,
  });
  return format.format(bytes / each);
}
