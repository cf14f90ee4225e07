import { useLanguage } from '../texts/texts.js';

const dayMs = 86_400_000;

export type TimeFormat = 'clock' | 'day' | 'moment' | 'short';

function optionsOf(format: TimeFormat, then: Date): Intl.DateTimeFormatOptions {
  switch (format) {
    case 'clock':
      return { hour: '2-digit', minute: '2-digit' };
    case 'day':
      return { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
    case 'moment':
      return { dateStyle: 'medium', timeStyle: 'short' };
    case 'short': {
      // The hour today, the weekday within a week, else the date.
      const now = new Date();
      if (then.toDateString() === now.toDateString()) return optionsOf('clock', then);
      const isWithinWeek = now.getTime() - then.getTime() < 6 * dayMs;
      return isWithinWeek ? { weekday: 'short' } : { dateStyle: 'short' };
    }
  }
}

export function formatTime(iso: string, format: TimeFormat, locale: string): string {
  const then = new Date(iso);
  return new Intl.DateTimeFormat(locale, optionsOf(format, then)).format(then);
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly format: TimeFormat;
  readonly className?: string;
}

export function Time({ at, format, className }: TimeProps) {
  const { locale } = useLanguage();
  return (
    <time className={className} dateTime={at}>
      {formatTime(at, format, locale)}
    </time>
  );
}
