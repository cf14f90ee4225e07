// Which queued changes this release understands, whole: tabs of two releases share a queue, and what the older of them would send
// of a newer one's change is nothing, or a part of it.
import type { Change } from './queue-model.js';

type FieldsOf<Kind extends Change['kind']> = Exclude<
  keyof Extract<Change, { readonly kind: Kind }>,
  'kind'
>;

/** Every field of every kind; whoever adds one adds it here, where the compiler misses it. */
const fields: { readonly [Kind in Change['kind']]: Readonly<Record<FieldsOf<Kind>, true>> } = {
  send: { clientId: true, text: true, replyTo: true, files: true },
  forward: { clientId: true, original: true },
  edit: { seq: true, text: true },
  delete: { seq: true, scope: true },
  react: { seq: true, emoji: true, isOn: true },
  read: { seq: true },
  pin: { seq: true, isOn: true },
  archive: { isOn: true },
  unread: { isOn: true },
  relate: { action: true, id: true, name: true },
  request: { to: true },
  draft: {},
};

/** What every release since 0.1 understands. Nothing is ever added to it. */
const first: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  send: { clientId: true, text: true },
  edit: fields.edit,
  delete: fields.delete,
  react: fields.react,
  read: fields.read,
};

export const isKnown = (change: Change) => isWithin(fields, change);
export const isKnownToAll = (change: Change) => isWithin(first, change);

function isWithin(
  known: Readonly<Record<string, Readonly<Record<string, true>>>>,
  { kind, ...rest }: Change,
): boolean {
  const names = Object.hasOwn(known, kind) ? known[kind]! : null;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return names !== null && given.every(([name]) => Object.hasOwn(names, name));
}
