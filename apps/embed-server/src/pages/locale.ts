import type { DayOrMoment } from '../outbound/day-or-moment.js';
import { catalogues, type Counted, type Language, type Messages } from './messages.js';

/** Everything a page says in the interface's language. */
export interface Words {
  readonly language: Language;
  readonly messages: Messages;
  /** `2 replies`, `1.2K likes`. */
  count(what: Counted, value: number): string;
  /** `1.2K` */
  number(value: number): string;
  percent(share: number): string;
  /** In UTC; the page's script shows it again in the reader's own zone. */
  moment(date: Date): string;
  /** A day stands without a time. */
  dayOrMoment(time: DayOrMoment): string;
  /** `1:05`, `1:02:05`. */
  duration(seconds: number): string;
}

export function wordsIn(language: Language): Words {
  const messages = catalogues[language];
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(language, { style: 'percent' });
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const inUtc = (date: Date) => `${moment.format(date)} UTC`;
  return {
    language,
    messages,
    count(what, value) {
      const phrases = messages.counted[what];
      const phrase = phrases[plural.select(value)] ?? phrases.other;
      return phrase.replace('#', () => number.format(value));
    },
    number: (value) => number.format(value),
    percent: (value) => share.format(value),
    moment: inUtc,
    dayOrMoment: ({ at, isDay }) => (isDay ? day.format(at) : inUtc(at)),
    duration: (seconds) => clock(Math.max(0, Math.round(seconds))),
  };
}

function clock(total: number): string {
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const [hours, minutes, seconds] = parts.map((part) => String(part));
  const tail = `${seconds?.padStart(2, '0')}`;
  return parts[0] === 0 ? `${minutes}:${tail}` : `${hours}:${minutes?.padStart(2, '0')}:${tail}`;
}

/**
 * A language tag fit for a `lang` attribute, or nothing: X has codes of its own (`und`, `zxx`, `qme`, `art`), and
 * instances send what their users' software made up.
 */
export function contentLanguage(tag: string | null): string | undefined {
  if (
    tag === null ||
    tag.length > 35 ||
    !/^(?!und$|zxx$|art$|q)[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag)
  ) {
    return undefined;
  }
  return tag;
}
