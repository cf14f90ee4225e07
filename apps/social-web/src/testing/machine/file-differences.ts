// What is wrong with files that were sent, as sentences; none when all is well.
import type { Message } from '../../api/chats.js';
import { digestOf } from '../files.js';
import { mayBeMissing, removedTokens } from './differences.js';
import type { ExpectedChat } from './expected-screen.js';
import type { MachinePerson } from './machine-person.js';

type File = NonNullable<Message['attachments']>[number];

/** Who has sent what, and how the other one has it. */
interface Sent {
  /** Of the server itself. */
  readonly url: string;
  readonly one: MachinePerson;
  readonly partner: MachinePerson;
  /** As the partner is given it. */
  readonly chat: ExpectedChat;
  readonly senderId: string;
  /** Something is queued for the chat still. */
  readonly isWaiting: boolean;
  /** Of each file that anybody has chosen the hash of its bytes, by its name. */
  readonly digests: ReadonlyMap<string, string>;
}

/** Each file is there once, with its message, whole for a friend, and for nobody else. */
export async function fileDifferences(sent: Sent): Promise<string[]> {
  const { one, partner, chat, senderId } = sent;
  const what = `${one.name} to ${partner.name}`;
  const own = chat.messages.filter((message) => message.senderId === senderId);
  const files = own.flatMap(({ attachments = [] }) => attachments);
  const ofSender = own
    .filter(({ forwarded }) => !forwarded)
    .flatMap(({ attachments = [] }) => attachments);
  const names = ofSender.flatMap(({ kind, name }) => (kind === 'file' && name) || []);
  const doubled = names.filter((name, at) => names.indexOf(name) !== at);
  const torn = own.filter((message) => !message.forwarded && isTorn(one, message));
  return [
    ...doubled.map((name) => `${what}: ${name} is there more than once`),
    ...torn.map(({ text }) => `${what}: ${text} has not all of its files`),
    ...spokenDifferences(what, sent, ofSender),
    ...(await Promise.all(files.map((file) => bytesDifferences(what, sent, file)))).flat(),
  ];
}

function isTorn({ fileNames }: MachinePerson, { text, attachments = [] }: Message): boolean {
  const token = text.split(' ')[0]!;
  const there = attachments.map(({ name }) => name);
  const wanted = fileNames.get(token) ?? [];
  return wanted.join() !== there.filter((name) => name && wanted.includes(name)).join();
}

function spokenDifferences(
  what: string,
  { one, partner, isWaiting }: Sent,
  files: readonly File[],
): string[] {
  const spoken = one.spoken.filter((each) => each.partner === partner.name);
  const there = files.filter(({ kind }) => kind === 'audio').length;
  const isUncertain =
    isWaiting ||
    [one, partner].some((person) => removedTokens(person).includes('')) ||
    spoken.some((each) => mayBeMissing(each, one, partner));
  if (isUncertain ? there <= spoken.length : there === spoken.length) return [];
  return [`${what}: ${there} voice messages of ${spoken.length} are there`];
}

async function bytesDifferences(
  what: string,
  { url, partner, chat, digests }: Sent,
  { id, name, kind }: File,
): Promise<string[]> {
  const path = `${url}/api/attachments/${id}`;
  // The server may close a connection in the moment in which it is asked over it.
  const reply = await partner.context.request.get(path, { timeout: 30_000, maxRetries: 3 });
  const label = `${what}: ${name ?? kind}`;
  if (!chat.isOpen)
    return reply.status() === 404 ? [] : [`${label} is ${reply.status()} for somebody else`];
  if (!reply.ok()) return [`${label} is ${reply.status()} for a friend`];
  const wanted = kind === 'file' ? digests.get(name ?? '') : undefined;
  const isWhole = wanted === undefined || wanted === digestOf(await reply.body());
  return isWhole ? [] : [`${label} has other bytes`];
}
