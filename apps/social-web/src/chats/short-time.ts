const day = 86_400_000;

/** The hour today, the weekday within a week, else the date. */
export function shortTime(iso: string, language: string, now = new Date()): string {
  const then = new Date(iso);
  const isToday = then.toDateString() === now.toDateString();
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : now.getTime() - then.getTime() < 6 * day
      ? { weekday: 'short' }
      : { dateStyle: 'short' };
  return new Intl.DateTimeFormat(language, format).format(then);
}
