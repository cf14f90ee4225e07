import { date, fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { hasType, many } from './activitypub-object.js';
import { escapeHtml, linkHtml, plainWords } from './plain-text-mapping.js';

/** When and where an event is, as a paragraph; in figures, since the reader's language is not known here. */
export function eventHtml(object: Fields): string {
  if (!hasType(object, 'Event')) return '';
  const places = many(object['location']).slice(0, mostPlaces).map(placeHtml);
  const said = [escapeHtml(timeOf(object)), ...places].filter((line) => line !== '');
  return said.length === 0 ? '' : `<p>${said.join('<br>')}</p>`;
}

/** As iCalendar has them: TENTATIVE, CONFIRMED or CANCELLED. Owncast has those of schema.org. */
export function eventStatusOf(object: Fields): string | null {
  const schema = text(object['eventStatus'])
    ?.replace(/^.*Event(?=[A-Z])/, '')
    .toUpperCase();
  return text(object['status']) ?? text(object['ical:status']) ?? schema ?? null;
}

function timeOf(object: Fields): string {
  const [start, end] = [moment(object['startTime']), moment(object['endTime'])];
  if (start === null) return '';
  const first = start.time === '' ? start.day : `${start.day}, ${start.time}`;
  const zone = zoneOf(object, start);
  if (end === null || !isAfter(end, start)) return first + zone;
  const isSameDay = end.day === start.day;
  const last = [isSameDay ? '' : end.day, end.time].filter((part) => part !== '').join(', ');
  const lastZone = zoneOf(object, end);
  return `${first}${lastZone === zone ? '' : zone} – ${last}${lastZone}`;
}

/** A day that ends what has a time is there until its own end. */
function isAfter(end: Moment, start: Moment): boolean {
  return end.time === '' ? end.day > start.day : end.at > start.at;
}

/** Of a time of day that names none itself: where there is one, that of the event, as Mobilizon and Owncast name it. */
function zoneOf(object: Fields, { time, isFloating }: Moment): string {
  if (!isFloating) return ' UTC';
  const zone = text(object['timezone']) ?? '';
  return time !== '' && /^[A-Za-z][\w+/-]{1,60}$/.test(zone) ? ` ${zone}` : '';
}

interface Moment {
  readonly at: Date;
  readonly day: string;
  /** Empty of a whole day. */
  readonly time: string;
  /** Without a zone: of the place where it is. */
  readonly isFloating: boolean;
}

function moment(value: unknown): Moment | null {
  const at = date(value);
  if (at === null || Number.isNaN(at.getTime())) return null;
  const [, written, clock] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)[\d:.]*)?$/.exec(text(value) ?? '') ?? [];
  if (written !== undefined) return { at, day: written, time: clock ?? '', isFloating: true };
  const [day = '', time = ''] = at.toISOString().split('T');
  return { at, day, time: time.slice(0, 5), isFloating: false };
}

/** A room and a call, at times. */
const mostPlaces = 2;

/** Of a call the address, under its name. */
function placeHtml(location: unknown): string {
  const address = webUrl(location);
  const url = address ?? webUrl(fields(location)['url']);
  const isCall = address !== null || hasType(fields(location), 'VirtualLocation');
  const words = address ?? placeOf(location);
  return isCall && url !== null ? linkHtml(url, words || url) : escapeHtml(words);
}

function placeOf(location: unknown): string {
  const place = fields(location);
  const address = fields(place['address']);
  const parts = [
    place['name'],
    place['address'],
    address['streetAddress'],
    address['addressLocality'],
    plainWords(text(place['content']) ?? ''),
    location,
  ];
  const said = parts.map((part) => text(part)?.trim() ?? '').filter((part) => part !== '');
  return [...new Set(said)].join(', ');
}
