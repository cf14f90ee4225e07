// The release before beside this one, on one database and one Redis, under load: nx run bench:releases
// Fails when an event is lost, when the two do not agree who is online, or when a replica ends.
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel, openStream } from './social/client.js';
import { deliver } from './social/delivery.js';
import { createPeople, type Friends, type Person } from './social/people.js';
import { unpackRelease } from './social/previous-release.js';
import { redisUrl, startReplica } from './social/replicas.js';
import { readOptions } from './runner/rounds.js';
import type { ServerProcess } from './runner/server-process.js';

const { previous, rate, seconds } = readOptions({
  /** Release 0.1.0. */
  previous: '715af0b6aa3f28593209a07b5f0fc62719e1ec44',
  rate: 100,
  seconds: 10,
});

interface Both {
  readonly old: ServerProcess;
  readonly now: ServerProcess;
}

function check(isTrue: boolean, fault: string): void {
  if (!isTrue) throw new Error(fault);
}

/** The events of sends at the one, at streams of the other. */
async function send(from: ServerProcess, to: ServerProcess, friends: readonly Friends[]) {
  const { delays, failed } = await deliver(from.url, friends, rate, seconds, to.url);
  const lost = rate * seconds - failed - delays.length;
  check(failed === 0 && lost === 0, `${failed} sends failed, ${lost} events were lost`);
  const at = (part: number) => delays[Math.floor(delays.length * part)]?.toFixed(1);
  return { received: delays.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'max ms': at(0.9999) };
}

async function onlineFriends({ url }: ServerProcess, { cookie }: Person): Promise<string[]> {
  const reply = await fetch(`${url}/api/presence`, { headers: { cookie } });
  return ((await reply.json()) as { online: string[] }).online;
}

/** One of each pair at either release: both say the same of both, when they came and when they went. */
async function comparePresence({ old, now }: Both, friends: readonly Friends[]) {
  const streams = await inParallel(
    friends.flatMap(({ one, other }) => [[old, one] as const, [now, other] as const]),
    20,
    ([replica, person]) => openStream(replica.url, person),
  );
  const agrees = async (isOnline: boolean) => {
    const seen = friends.flatMap(({ one, other }) =>
      [old, now].flatMap((replica) => [
        onlineFriends(replica, one).then((online) => online.includes(other.id) === isOnline),
        onlineFriends(replica, other).then((online) => online.includes(one.id) === isOnline),
      ]),
    );
    return (await Promise.all(seen)).every(Boolean);
  };
  const time = async (isOnline: boolean) => {
    const began = performance.now();
    while (!(await agrees(isOnline))) {
      check(performance.now() - began < 45_000, 'the releases do not agree who is online');
      await pause(100);
    }
    return `${((performance.now() - began) / 1000).toFixed(1)} s`;
  };
  const came = await time(true);
  streams.forEach((stream) => stream.close());
  return { 'all came, seen by both after': came, 'all went': await time(false) };
}

const release = unpackRelease(previous);
const people = await createPeople(100);
const replicas: ServerProcess[] = [];
try {
  // The older one knows no other prefix.
  const place = { databaseUrl: people.database.url, prefix: 'triptych' };
  const old = await startReplica({ ...place, main: release.main }, redisUrl());
  replicas.push(old);
  const now = await startReplica(place, redisUrl());
  replicas.push(now);
  // The older one is heard of within its heartbeat.
  await pause(11_000);
  const half = people.friends.slice(0, 50);
  const rest = people.friends.slice(50);
  console.table({
    'this release to the one before': await send(now, old, half),
    'the one before to this release': await send(old, now, half),
  });
  const [there, back] = await Promise.all([send(now, old, half), send(old, now, rest)]);
  console.table({ 'at the same time, there': there, 'and back': back });
  console.table(await comparePresence({ old, now }, half));
  check(!old.hasEnded() && !now.hasEnded(), 'a replica has ended');
} finally {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await people.database.drop();
  release.remove();
}
