import { serverNow } from '../api/server-clock.js';
import { useLanguage } from '../texts/texts.js';
import { dayNumber, useToday } from './today.js';
import { written } from './written-times.js';

export type TimeFormat = 'clock' | 'day' | 'moment' | 'short';

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const wholeDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format takes as long to make as a hundred times to write. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions, then: Date) {
  // A device that travels changes its time zone, which a format has from the start.
  const key = `${locale} ${then.getTimezoneOffset()} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** @param today the number of the day at which it is read */
export function formatTime(
  iso: string,
  format: TimeFormat,
  locale: string,
  today = dayNumber(new Date(serverNow())),
): string {
  const then = new Date(iso);
  const write = (options: Intl.DateTimeFormatOptions) =>
    formatOf(locale, options, then).format(then);
  const day = dayNumber(then);
  const daysAgo = today - day;
  const near = () => written(`${locale} near ${daysAgo}`, () => nearDay(daysAgo, locale));
  const time = () =>
    written(`${locale} clock ${then.getHours()}:${then.getMinutes()}`, () => write(clock));
  switch (format) {
    case 'clock':
      return time();
    case 'moment':
      return write({ dateStyle: 'medium', timeStyle: 'short' });
    case 'day':
      if (isNear(daysAgo)) return near();
      return written(`${locale} day ${day}`, () => write(wholeDay));
    case 'short':
      // The hour today, the weekday within a week, else the date.
      if (daysAgo === 0) return time();
      if (isNear(daysAgo)) return near();
      return daysAgo > 0 && daysAgo < 7
        ? written(`${locale} weekday ${then.getDay()}`, () => write({ weekday: 'short' }))
        : written(`${locale} date ${day}`, () => write({ dateStyle: 'short' }));
  }
}

function isNear(daysAgo: number): boolean {
  return daysAgo === 0 || daysAgo === 1;
}

/** "Today" or "Yesterday", as at the beginning of a line. */
function nearDay(daysAgo: number, locale: string): string {
  const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-daysAgo, 'day');
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly format: TimeFormat;
  readonly className?: string | undefined;
}

export function Time({ at, format, className }: TimeProps) {
  const { locale } = useLanguage();
  const today = useToday();
  return (
    <time className={className} dateTime={at}>
      {formatTime(at, format, locale, today)}
    </time>
  );
}
