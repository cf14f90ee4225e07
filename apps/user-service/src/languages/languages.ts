/** Languages that people are written to in: those of embed-server. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

export const usualLanguage: Language = 'en';

/** More than any browser sends; what lies behind is not read. */
const longestHeader = 500;

/** The language that `Accept-Language` (RFC 9110, 12.5.4) likes best among ours, whatever the region. */
export function preferredLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').slice(0, longestHeader).toLowerCase().split(',');
  let [best, bestWeight] = [usualLanguage, 0];
  for (const range of ranges) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const [primary] = tag.split('-', 1);
    const language = languages.find((known) => known === primary);
    const weight = weightOf(parameters);
    if (language === undefined || weight <= bestWeight) continue;
    [best, bestWeight] = [language, weight];
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith('q='));
  if (written === undefined) return 1;
  const weight = Number(written.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
