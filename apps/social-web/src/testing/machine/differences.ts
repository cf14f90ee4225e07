// What is wrong on the screens of a person, and with what they have typed, as sentences; none when all is well.
import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../api/chats.js';
import { keyOf, type Expected, type ExpectedChat } from './expected-screen.js';
import type { MachinePerson, Typed } from './machine-person.js';
import type { Screen } from './screen.js';

const shorten = (value: unknown) => JSON.stringify(value)?.slice(0, 400);

function compare(what: string, shown: unknown, expected: unknown): string[] {
  if (isDeepStrictEqual(shown, expected)) return [];
  return [`${what}: shows ${shorten(shown)}, the server has ${shorten(expected)}`];
}

export function listDifferences(name: string, screen: Screen, expected: Expected): string[] {
  // What waits for a choice, or is a draft, is seen in the list, also where the server lists no such chat.
  const isListed = ({ chatId, preview }: Screen['list'][number]) =>
    expected.lastAt.has(chatId) || preview !== null;
  const shown = screen.list.filter(isListed).map(({ chatId }) => chatId);
  const timed = (ids: readonly string[]) => ids.map((id) => [expected.lastAt.get(id), id] as const);
  // The server orders by microseconds, of which no client is told.
  const list = expected.list.filter(
    ({ chatId }) => expected.archived.has(chatId) === screen.isArchive,
  );
  const ordered = timed(list.map(({ chatId }) => chatId)).sort(
    ([at = '', id], [otherAt = '', other]) =>
      otherAt.localeCompare(at) || shown.indexOf(id) - shown.indexOf(other),
  );
  return [
    ...compare(`${name}, order of the chats`, timed(shown), ordered),
    ...compare(`${name}, archived`, screen.archived, screen.isArchive ? 0 : expected.archived.size),
    ...list.flatMap((chat) => {
      const shown = screen.list.find(({ chatId }) => chatId === chat.chatId);
      const hasDraft = shown?.preview === null;
      return compare(`${name}, list`, shown, hasDraft ? { ...chat, preview: null } : chat);
    }),
  ];
}

/** What is loaded of the conversation that is open; `isWhole` asks for all of it. */
export function chatDifferences(
  name: string,
  screen: Screen,
  expected: Expected,
  { isWhole }: { readonly isWhole: boolean },
): string[] {
  if (screen.chatId === null) return [];
  const chat = expected.chats.get(screen.chatId);
  if (!chat) return [];
  const what = `${name}, with ${chat.partner}`;
  const { rows } = screen;
  const from = isWhole ? 0 : chat.rows.findIndex(({ key }) => key === rows[0]?.key);
  const wanted = from < 0 ? chat.rows : chat.rows.slice(from);
  const keys = (all: typeof rows) => all.map(({ key }) => key);
  const missing = wanted.filter(({ key }) => !keys(rows).includes(key));
  const extra = rows.filter(({ key }) => !keys(wanted).includes(key));
  const changed = wanted.flatMap((row) => {
    const shown = rows.find(({ key }) => key === row.key);
    return shown ? compare(what, shown, row) : [];
  });
  const unknown = screen.pending.filter(
    ({ state }) => !/^(Not sent|Waits for the one)/.test(state),
  );
  return [
    ...missing.map((row) => `${what}: does not show ${shorten(row)}`),
    ...extra.map((row) => `${what}: shows what the server does not have: ${shorten(row)}`),
    ...changed,
    ...(missing.length + extra.length === 0
      ? compare(`${what}, order`, keys(rows), keys(wanted))
      : []),
    ...unknown.map((row) => `${what}: still under way: ${shorten(row)}`),
    ...compare(`${what}, pinned`, screen.pinned, chat.pinned),
    ...compare(`${what}, end of messages`, screen.expiry, chat.expiry),
    ...compare(`${what}, field`, screen.hasField, chat.isOpen),
  ];
}

/** What a page tells of itself takes so long at most. */
const lateMs = 500;

const msAfter = (mark: number, time?: number) =>
  time === undefined ? 'never' : `${time - mark} ms after the report`;

/** What was reported as read before it was on a screen that they looked at; the newest of it has to have been in sight. */
export function unseenDifferences(
  { name, shownAt, seenAt, marks, isLow }: MachinePerson,
  { me, chats }: Expected,
  before: ReadonlyMap<string, number>,
): string[] {
  const unseen = marks.flatMap(({ chatId, seq, at }) => {
    const chat = chats.get(chatId);
    const isNew = (one: Message) => one.seq > (before.get(chatId) ?? 0) && one.seq <= seq;
    const read = chat?.messages.filter((one) => one.senderId !== me && isNew(one)) ?? [];
    const newest = read.at(-1);
    const isLate = (time = Infinity) => time > at + lateMs;
    // Whoever goes to the end of a low screen leaves out what is between.
    const found = read.filter((message) =>
      message === newest
        ? isLate(seenAt.get(keyOf(message)))
        : !isLow && isLate(shownAt.get(keyOf(message))),
    );
    return found.map((one) => {
      const key = keyOf(one);
      const times = `drawn ${msAfter(at, shownAt.get(key))}, in sight ${msAfter(at, seenAt.get(key))}`;
      return `${name}, with ${chat?.partner}: ${one.text} (${one.id}, number ${one.seq}) counts as read up to ${seq} and was not shown: ${times}`;
    });
  });
  return [...new Set(unseen)];
}

/** What was shown as deleted, or at the end, was taken away, and is there after all. */
export function flickerDifferences({ name, doubts, removed }: MachinePerson, expected: Expected) {
  const all = [...expected.chats.values()].flatMap((chat) =>
    chat.rows.map((row) => ({ row, chat })),
  );
  return doubts.flatMap(({ kind, key, text }) => {
    const found = all.find(({ row }) => row.key === key);
    if (!found) return [];
    const { row, chat } = found;
    const isWrong = kind === 'back-from-deleted' ? row.text === null : !removed.has(key);
    return isWrong
      ? [`${name}, with ${chat.partner}: ${kind}: ${key} ${text}, in the end ${row.text}`]
      : [];
  });
}

/** What the device has of messages that are not on the server. */
interface Unsent {
  readonly pending: ReadonlySet<string>;
  readonly drafted: readonly string[];
}

/** Every message that was typed is on the server once, in the order in which it was typed, or shown as not sent, or in the field still. */
export function typedDifferences(
  one: MachinePerson,
  partner: MachinePerson,
  views: readonly [ExpectedChat | undefined, ExpectedChat | undefined],
  { pending, drafted }: Unsent,
): string[] {
  const what = `${one.name} to ${partner.name}`;
  const typed = one.typed.filter((entry) => entry.partner === partner.name);
  const [own, theirs] = views;
  const texts = new Map<number, string | null>();
  for (const { seq, senderId, text, deletedAt, forwarded } of [
    ...(own?.messages ?? []),
    ...(theirs?.messages ?? []),
  ])
    if (typed.length > 0 && !forwarded)
      texts.set(seq, deletedAt ? null : `${senderId} ${text.split(' ')[0]}`);
  const tokens = [...texts]
    .sort(([a], [b]) => a - b)
    .flatMap(([, text]) => text?.split(' ')[1] ?? []);
  const sent = tokens.filter((token) => token.startsWith(`${one.name}-`));
  const order = typed.map(({ token }) => token).filter((token) => sent.includes(token));
  const removed = new Set([...removedTokens(one), ...removedTokens(partner)]);
  const lost = typed.filter(
    (entry) =>
      !mayBeMissing(entry, one, partner) &&
      ![...sent, ...pending, ...drafted, ...removed].includes(entry.token),
  );
  return [
    ...compare(`${what}, order and number`, sent, order),
    ...lost.map(({ token }) => `${what}: ${token} is lost`),
    ...sent
      .filter((token) => pending.has(token))
      .map((token) => `${what}: ${token} is sent and shown as not sent`),
  ];
}

const endMs = 300_000;

/** It was discarded, or messages of the two were let end and its time may be over. */
export function mayBeMissing(
  { at, isDiscarded }: Typed,
  one: MachinePerson,
  partner: MachinePerson,
): boolean {
  const isWithEnd = one.withEnd.has(partner.name) || partner.withEnd.has(one.name);
  return isDiscarded || (isWithEnd && Date.now() - at > endMs);
}

/** The first words of what somebody has asked to be removed; empty where it has none. */
export const removedTokens = ({ removed, shown }: MachinePerson) =>
  [...removed].map((key) => shown.get(key)?.split(' ')[0]);

/** Every copy that was asked for is there as often as it was, unless it or its original was removed by somebody. */
export function forwardedDifferences(
  one: MachinePerson,
  partner: MachinePerson,
  { me, chats }: Expected,
  people: readonly MachinePerson[],
): string[] {
  const chat = [...chats.values()].find((each) => each.partner === partner.name);
  const removed = new Set(people.flatMap(removedTokens));
  const asked = one.forwarded.filter((each) => each.partner === partner.name);
  return [...new Set(asked.map(({ token }) => token))].flatMap((token) => {
    const ofToken = asked.filter((each) => each.token === token);
    const copies = chat?.messages.filter(
      ({ forwarded, senderId, text }) =>
        forwarded && senderId === me && text.split(' ')[0] === token,
    );
    const isWhole = (copies?.length ?? 0) === ofToken.length;
    if (isWhole || removed.has(token) || ofToken.some((each) => mayBeMissing(each, one, partner)))
      return [];
    return [
      `${one.name} to ${partner.name}: ${token} was forwarded ${ofToken.length} times and is there ${copies?.length ?? 0} times`,
    ];
  });
}
