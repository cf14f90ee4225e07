import type { Readable } from 'node:stream';
import { pictureAddress } from '../people/picture-address.js';
import { callRoute, type DocumentedRoute } from './documented-routes.js';
import { profileOf, type Actor } from './seen-history.js';
import type { Card, SeenModel } from './seen-model.js';
import type { TestApp } from './test-app.js';

export interface Scene {
  readonly world: TestApp;
  readonly model: SeenModel;
  readonly actors: readonly Actor[];
}

const tokensIn = (value: unknown) =>
  JSON.stringify(value)
    .toLowerCase()
    .match(/(?:name|mail|pic|hand)\d+x\d+|\/api\/pictures\/[0-9a-f-]+\/[0-9a-f]+/g) ?? [];
export const chatIdOf = (one: Actor, other: Actor) => [one.id, other.id].sort().join('--');

/** Every token that the viewer may receive now. */
export function allowedFor({ model, actors }: Scene, viewer: Actor): ReadonlySet<string> {
  const others = actors.filter((each) => each !== viewer);
  const seen = others.flatMap(({ id }) => [
    ...tokensIn(model.inList(viewer.id, id)),
    ...tokensIn(model.inChat(viewer.id, id)),
  ]);
  const own = Array.from({ length: viewer.version + 1 }, (_, version) => [
    `name${viewer.nr}x${version}`,
    `mail${viewer.nr}x${version}`,
    `hand${viewer.nr}x${version}`,
    pictureAddress(viewer.id, profileOf(viewer.nr, version).image)!,
  ]);
  // What one calls oneself is one's own to see.
  return new Set([...seen, ...own.flat(), ...tokensIn([viewer.name, viewer.email])]);
}

export function expectWithin(allowed: ReadonlySet<string>, where: string, received: unknown): void {
  const beyond = tokensIn(received).filter((each) => !allowed.has(each));
  expect({ where, beyond }).toEqual({ where, beyond: [] });
}

type Listed = Card & { readonly id: string };
const cardOf = ({ name, email, image, handle }: Card): Card => ({ name, email, image, handle });

/** Exactly those who belong to each of the lists, and exactly what the projection shows of them. */
function expectLists({ model, actors }: Scene, viewer: Actor, body: Record<string, Listed[]>) {
  const to = (other: Actor) => model.relationOf(viewer.id, other.id);
  const belongs: Record<string, (other: Actor) => boolean> = {
    friends: (other) => to(other).state === 'friends',
    incoming: (other) => to(other).state === 'pending' && to(other).requester === other.id,
    outgoing: (other) => to(other).state === 'pending' && to(other).requester === viewer.id,
    blocked: (other) => to(other).blockers.has(viewer.id),
  };
  for (const [name, isIn] of Object.entries(belongs)) {
    const there = actors.filter((each) => each !== viewer && !each.gone && isIn(each));
    const expected = there.map(({ id }) => [id, model.inList(viewer.id, id)] as const);
    const listed = body[name]!.map((each) => [each.id, cardOf(each)] as const);
    expect({ name, people: new Map(listed) }).toEqual({ name, people: new Map(expected) });
  }
}

interface SeenChat {
  readonly person?: Listed;
  readonly personId?: string;
  readonly personName?: string | null;
  readonly mutedUntil?: string | null;
}

/** Everything that the viewer can read. */
export async function expectViewOf(
  scene: Scene,
  viewer: Actor,
  reads: readonly DocumentedRoute[],
): Promise<void> {
  const { world, model, actors } = scene;
  const allowed = allowedFor(scene, viewer);
  const other = actors.find((each) => each !== viewer)!;
  const given = { q: 'hello', id: other.id, chatId: chatIdOf(viewer, other) };
  for (const route of reads) {
    const { text } = await callRoute(world.app, route, viewer.signedIn, given);
    expectWithin(allowed, `${route.method} ${route.path}`, text);
    const body = JSON.parse(text) as Record<string, Listed[]> & { chats?: SeenChat[] };
    if (['/api/friends', '/api/account/export'].includes(route.path))
      expectLists(scene, viewer, body);
    for (const { person, personId, personName, mutedUntil } of body.chats ?? []) {
      if (person) {
        expect(cardOf(person)).toEqual(model.inChat(viewer.id, person.id));
        // One's own alone, whatever the other one has muted.
        expect(mutedUntil !== null).toBe(model.muted.has(`${viewer.id} ${person.id}`));
      }
      if (personId) expect(personName).toEqual(model.inChat(viewer.id, personId).name);
    }
  }
  await expectEvents(scene, viewer, allowed);
}

/** What happened to the viewer's relations, as it was known when it happened. */
async function expectEvents(scene: Scene, viewer: Actor, allowed: ReadonlySet<string>) {
  const received = await readEvents(scene.world, viewer);
  const isGone = (id: string) => scene.actors.some((each) => each.id === id && each.gone);
  const expected = scene.model.eventsOf(viewer.id).map(({ type, personId, card }) => {
    const person = isGone(personId) ? null : { id: personId, ...card };
    return { type, userId: personId, person };
  });
  for (const { data } of received.filter(({ type }) => type === 'mute')) {
    const other = scene.actors.find((each) => data.chatId?.includes(each.id) && each !== viewer)!;
    expect(scene.model.everMuted).toContain(`${viewer.id} ${other.id}`);
  }
  const aboutPeople = received
    .filter(({ type }) => type === 'friend_request' || type === 'new_friend')
    .map(({ type, data: { userId, person } }) => ({ type, userId, person }));
  expect(aboutPeople).toEqual(expected);
  expectWithin(new Set([...allowed, ...tokensIn(expected)]), 'GET /api/events', received);
}

interface ReceivedFrame {
  readonly type: string;
  readonly data: {
    readonly userId?: string;
    readonly person?: unknown;
    readonly chatId?: string;
  };
}

/** The whole log, as a stream that resumes from its beginning sends it. */
async function readEvents(world: TestApp, { id, signedIn }: Actor): Promise<ReceivedFrame[]> {
  const [head] = await world.query<{ seq: number }>(
    'SELECT seq FROM event_heads WHERE user_id = $1::uuid',
    [id],
  );
  if (!head) return [];
  const url = '/api/events?since=0';
  const headers = { cookie: signedIn.cookie };
  const response = await world.app.inject({ url, headers, payloadAsStream: true });
  const stream: Readable = response.stream();
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes(`id: ${head.seq}-`) && text.endsWith('\n\n')) break;
  }
  return text.split('\n\n').flatMap((frame) => {
    const [type, data] = [/^event: (.*)$/m.exec(frame)?.[1], /^data: (.*)$/m.exec(frame)?.[1]];
    return type && data ? [{ type, data: JSON.parse(data) as ReceivedFrame['data'] }] : [];
  });
}
