// What is searched for, as the address has it: `?chat=…&by=me&since=2026-01-31&until=2026-02-01`; `q=words` in a link that somebody made.
import type { SearchQuery } from '../api/search.js';

export interface Sought {
  readonly q: string;
  /** In this chat alone. */
  readonly chat: string | null;
  /** By oneself, or by the other one of the chat. */
  readonly by: 'me' | 'them' | null;
  /** The first and the last day, where it is read. */
  readonly since: string | null;
  readonly until: string | null;
}

/** The server takes no longer ones. Code points. */
const mostCharacters = 200;
export const isTooLong = (q: string) => [...q].length > mostCharacters;
export const isAskable = (q: string) => q !== '' && !isTooLong(q);

/** What an address says otherwise is left out. */
export function parseSought(search: string, me: string): Sought {
  const params = new URLSearchParams(search);
  const chat = params.get('chat');
  const isOwn = chat !== null && partnerIn(chat, me) !== null;
  const by = params.get('by');
  return {
    q: params.get('q') ?? '',
    chat: isOwn ? chat : null,
    by: by === 'me' || (by === 'them' && isOwn) ? by : null,
    since: dayIn(params.get('since')),
    until: dayIn(params.get('until')),
  };
}

/** Without the words (`sought-words.ts`). */
export function toSearch({ chat, by, since, until }: Sought): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ chat, by, since, until }))
    if (value) params.set(name, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

export function toQuery({ q, chat, by, since, until }: Sought, me: string): SearchQuery {
  const senderId = by === 'me' ? me : by === 'them' && chat ? partnerIn(chat, me) : null;
  const [from, to] = [since && startOf(since, 0), until && startOf(until, 1)];
  return {
    // Neither is in a message, and of half a pair of surrogates no address can be made.
    q: q.replaceAll(/\0|\p{Surrogate}/gu, ' ').trim(),
    ...(chat && { chatId: chat }),
    ...(senderId && { senderId }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function partnerIn(chat: string, me: string): string | null {
  const people = chat.split('--');
  const [partner] = people.filter((id) => id !== me);
  return people.length === 2 && people.includes(me) && partner && isId.test(partner)
    ? partner
    : null;
}

const dayIn = (text: string | null) =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text, 0) !== null ? text : null;

/** When the day begins where this device is, or the one so many days after it; null for no day, or one that no calendar here has. */
function startOf(day: string, later: number): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, date);
  if (start.getMonth() !== month - 1 || start.getDate() !== date) return null;
  start.setDate(date + later);
  const text = start.toISOString();
  return /^\d/.test(text) ? text : null;
}
