import { randomUUID } from 'node:crypto';
import { SeenModel, type ModelPerson } from './seen-model.js';
import type { Reply, TestApp } from './test-app.js';

const issuer = 'https://issuer.test';

/** Something that one of the people does; a kind that stands here more often happens more often. */
export const stepKinds = [
  ...(['add', 'add', 'add', 'accept', 'accept', 'accept', 'accept', 'deny', 'deny'] as const),
  ...(['signIn', 'signIn', 'signIn', 'rename', 'send', 'send', 'cancel', 'remove'] as const),
  ...(['block', 'unblock', 'erase', 'chooseHandle', 'chooseHandle', 'useLink'] as const),
  ...(['blockByLink'] as const),
  ...(['mute', 'mute', 'mute'] as const),
];

export interface Step {
  readonly kind: (typeof stepKinds)[number];
  readonly who: number;
  readonly whom: number;
  /** Chooses among what the step leaves open. */
  readonly pick: number;
}

export interface Actor extends ModelPerson {
  readonly nr: number;
  readonly subject: string;
  version: number;
  chosen: string | null;
  /** All that were ever theirs, or claimed by them, and handles with an `@` before them. */
  readonly addresses: string[];
}

/** How often somebody may be denied by one person before their requests arrive without a notification. */
export const denialsBeforeQuiet = 2;

let people = 0;

/** A name, an address and a picture that say by themselves whose they are: `mail7x2` is the third address of person 7. */
export function profileOf(nr: number, version: number) {
  return {
    name: `Name${nr}x${version}`,
    email: `mail${nr}x${version}@example.test`,
    image: `https://pictures.test/pic${nr}x${version}.png`,
  };
}

async function join({ parts }: TestApp): Promise<Actor> {
  const nr = (people += 1);
  const subject = randomUUID();
  const profile = profileOf(nr, 0);
  const account = { provider: 'oidc', issuer, subject, emailKey: profile.email };
  const user = await parts.accounts.admit({ ...account, ...profile });
  if (user === 'email-taken') throw new Error('the address of a new person is taken');
  const { sessionId, token } = await parts.sessions.open(user.id, {});
  const cookie = `authjs.session-token=${token}`;
  const signedIn = { id: user.id, email: profile.email, sessionId, token, cookie };
  const state = { version: 0, chosen: null, confirmed: true, handle: null, gone: false };
  return { id: user.id, nr, subject, signedIn, ...profile, ...state, addresses: [profile.email] };
}

/** A few people who have nothing to do with each other yet. */
export async function beginHistory(world: TestApp, count: number) {
  const actors = await Promise.all(Array.from({ length: count }, () => join(world)));
  const model = new SeenModel(actors);
  const denials = new Map<string, number>();
  return {
    model,
    actors,
    /** Null when nothing could be done. */
    async play({ kind, who, whom, pick }: Step): Promise<{ viewer: Actor; reply: Reply } | null> {
      const me = actors[who % count]!;
      const other = actors[(who + 1 + (whom % (count - 1))) % count]!;
      if (me.gone) return null;
      const reply = await steps[kind]({ world, model, me, other, pick, denials });
      return reply && { viewer: me, reply };
    },
  };
}

interface Turn {
  readonly world: TestApp;
  readonly model: SeenModel;
  readonly me: Actor;
  readonly other: Actor;
  readonly pick: number;
  /** Requests that were denied or taken back, by who asked whom. */
  readonly denials: Map<string, number>;
}

function expectStatus({ status, body }: Reply, wanted: number): void {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(body)}`);
}

async function ask({ world, model, me, other, pick, denials }: Turn): Promise<Reply> {
  const address = other.addresses[pick % other.addresses.length]!;
  const typed = pick % 2 === 0 ? address : address.toUpperCase();
  const reply = await world.post(me.signedIn, '/api/friends/add', { email: ` ${typed} ` });
  const asked = model.holderOf(address);
  const isFree =
    asked !== null && asked !== me && model.relationOf(me.id, asked.id).state === 'none';
  expectStatus(reply, isFree ? 200 : 400);
  if (isFree) {
    const quiet = (denials.get(`${me.id} ${asked.id}`) ?? 0) >= denialsBeforeQuiet;
    // A handle has one spelling.
    model.request(me.id, asked.id, address.startsWith('@') ? address : typed, quiet);
  }
  return reply;
}

/** The provider says something else of them by now: perhaps no name, an address that is not confirmed, or another's. */
async function signInAgain({ world, me, other, pick }: Turn): Promise<null> {
  const fresh = profileOf(me.nr, (me.version += 1));
  const theirs = other.addresses[0]!;
  const name = [fresh.name, fresh.name, null, theirs, fresh.email][pick % 5]!;
  const email = [fresh.email, fresh.email, fresh.email, null, theirs][(pick >> 3) % 5]!;
  const image = [fresh.image, null][(pick >> 6) % 2]!;
  const confirmed = email === fresh.email && (pick >> 8) % 3 > 0;
  const account = { provider: 'oidc', issuer, subject: me.subject };
  const emailKey = confirmed ? email : null;
  await world.parts.accounts.admit({ ...account, name, email, image, emailKey });
  Object.assign(me, { name: me.chosen ?? name, email, image, confirmed });
  if (email === fresh.email) me.addresses.push(email);
  return null;
}

async function rename({ world, me, other, pick }: Turn): Promise<Reply> {
  const fresh = profileOf(me.nr, (me.version += 1));
  const name = [fresh.name, fresh.name, fresh.name, other.addresses[0]!][pick % 4]!;
  const reply = await world.patch(me.signedIn, '/api/account', { name });
  expectStatus(reply, 200);
  Object.assign(me, { name, chosen: name });
  return reply;
}

/** A change of the relation that replies whether it happened. */
const change =
  (verb: 'deny' | 'cancel' | 'block' | 'unblock', apply: (turn: Turn) => void) =>
  async (turn: Turn): Promise<Reply> => {
    const { world, me, other } = turn;
    const reply = await world.post(me.signedIn, `/api/friends/${verb}`, { id: other.id });
    expectStatus(reply, 200);
    if ((reply.body as { changed: boolean }).changed) apply(turn);
    return reply;
  };

function countEnd(denials: Map<string, number>, asker: Actor, asked: Actor): void {
  const key = `${asker.id} ${asked.id}`;
  denials.set(key, (denials.get(key) ?? 0) + 1);
}

/** The times between changes and of former handles are tested beside the feature. */
async function chooseHandle({ world, me }: Turn): Promise<Reply> {
  const handle = `hand${me.nr}x${(me.version += 1)}`;
  await world.query('UPDATE user_handles SET changed_at = NULL WHERE user_id = $1', [me.id]);
  const reply = await world.put(me.signedIn, '/api/account/handle', { handle });
  expectStatus(reply, 200);
  me.handle = handle;
  me.addresses.push(`@${handle}`);
  return reply;
}

/** Of a link of the other one, who it is by before anything is accepted. */
async function openLink({ world, model, me, other }: Turn) {
  const { token } = (await world.post(other.signedIn, '/api/invitations', {})).body as Link;
  const use = (verb: string) => world.post(me.signedIn, `/api/invitations/${verb}`, { token });
  const { state } = model.relationOf(me.id, other.id);
  const opened = await use('open');
  expectStatus(opened, state === 'blocked' ? 404 : 200);
  const person = state === 'blocked' ? undefined : { id: other.id, ...model.inLink(other.id) };
  const shown = (opened.body as { person?: object }).person;
  if (
    JSON.stringify(sorted({ email: null, ...shown })) !==
    JSON.stringify(sorted({ email: null, ...person }))
  )
    throw new Error(`a link shows ${JSON.stringify(shown)} instead of ${JSON.stringify(person)}`);
  return { use, state };
}

async function useLink(turn: Turn): Promise<Reply | null> {
  if (turn.other.gone) return null;
  const { use, state } = await openLink(turn);
  const reply = await use('accept');
  expectStatus(reply, { blocked: 404, friends: 400, none: 200, pending: 200 }[state]);
  if (reply.status === 200) turn.model.accept(turn.me.id, turn.other.id);
  return reply;
}

async function blockByLink(turn: Turn): Promise<Reply | null> {
  const { model, me, other, denials } = turn;
  if (other.gone) return null;
  const { use, state } = await openLink(turn);
  const reply = await use('block');
  expectStatus(reply, state === 'blocked' ? 404 : 200);
  if (reply.status === 200) noteBlock(model, me, other, denials, true);
  return reply;
}

function noteBlock(
  model: SeenModel,
  me: Actor,
  other: Actor,
  denials: Map<string, number>,
  byLink: boolean,
): void {
  const { state, requester } = model.relationOf(me.id, other.id);
  if (state === 'pending' && requester === me.id) countEnd(denials, me, other);
  model.block(me.id, other.id, byLink);
}

interface Link {
  readonly token: string;
}

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

const steps: Record<Step['kind'], (turn: Turn) => Promise<Reply | null>> = {
  add: ask,
  signIn: signInAgain,
  rename,
  chooseHandle,
  useLink,
  async accept({ world, model, me, other }) {
    const { state, requester } = model.relationOf(me.id, other.id);
    const reply = await world.post(me.signedIn, '/api/friends/accept', { id: other.id });
    const isAsked = state === 'pending' && requester === other.id;
    expectStatus(reply, isAsked ? 200 : 400);
    if (isAsked) model.accept(me.id, other.id);
    return reply;
  },
  deny: change('deny', (turn) => {
    countEnd(turn.denials, turn.other, turn.me);
    turn.model.end(turn.me.id, turn.other.id);
  }),
  cancel: change('cancel', (turn) => {
    countEnd(turn.denials, turn.me, turn.other);
    turn.model.end(turn.me.id, turn.other.id);
  }),
  block: change('block', ({ model, me, other, denials }) =>
    noteBlock(model, me, other, denials, false),
  ),
  blockByLink,
  unblock: change('unblock', ({ model, me, other }) => model.unblock(me.id, other.id)),
  async remove({ world, model, me, other }) {
    const isFriend = model.relationOf(me.id, other.id).state === 'friends';
    const reply = await world.delete(me.signedIn, `/api/friends/${other.id}`);
    expectStatus(reply, 200);
    if (isFriend) model.end(me.id, other.id);
    return reply;
  },
  async send({ world, model, me, other }) {
    const chatId = [me.id, other.id].sort().join('--');
    const reply = await world.post(me.signedIn, '/api/message/send', { chatId, text: 'hello' });
    const isFriend = model.relationOf(me.id, other.id).state === 'friends';
    expectStatus(reply, isFriend ? 200 : 401);
    return reply;
  },
  async mute({ world, model, me, other, pick }) {
    const url = `/api/chats/${[me.id, other.id].sort().join('--')}/mute`;
    const isOver = pick % 3 === 0;
    const reply = isOver
      ? await world.delete(me.signedIn, url)
      : await world.put(me.signedIn, url, { seconds: pick % 2 === 0 ? null : 3600 });
    // Those who are no friends have a chat only if something was written in it.
    const isFriend = model.relationOf(me.id, other.id).state === 'friends';
    if (isFriend || reply.status !== 401) expectStatus(reply, 200);
    else return reply;
    const key = `${me.id} ${other.id}`;
    if (isOver) model.muted.delete(key);
    else {
      model.muted.add(key);
      model.everMuted.add(key);
    }
    return reply;
  },
  async erase({ world, model, me, pick }) {
    if (pick % 3 > 0) return null;
    const reply = await world.delete(me.signedIn, '/api/account', { confirm: me.email ?? me.id });
    expectStatus(reply, 200);
    model.erase(me.id);
    return reply;
  },
};
