import { date, fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { hasType, many } from './activitypub-object.js';
import { escapeHtml, linkHtml } from './plain-text-mapping.js';

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
  if (end === null || end.at < start.at) return `${start.day}, ${start.time} UTC`;
  const until = end.day === start.day ? end.time : `${end.day}, ${end.time}`;
  return `${start.day}, ${start.time} – ${until} UTC`;
}

function moment(value: unknown) {
  const at = date(value);
  if (at === null || Number.isNaN(at.getTime())) return null;
  const [day, time] = at.toISOString().split('T');
  return { at, day, time: time?.slice(0, 5) };
}

/** A room and a call, at times. */
const mostPlaces = 2;

/** Of a call the address, under its name. */
function placeHtml(location: unknown): string {
  const url = webUrl(fields(location)['url']);
  const isCall = hasType(fields(location), 'VirtualLocation');
  const words = placeOf(location);
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
    location,
  ];
  const said = parts.map((part) => text(part)?.trim() ?? '').filter((part) => part !== '');
  return [...new Set(said)].join(', ');
}
