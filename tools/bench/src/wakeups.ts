// What replicas receive of each other: words on Redis for each send, at 2, 4 and 8 replicas: nx run bench:wakeups
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel, openStream, sendRequest } from './social/client.js';
import { startCountingProxy } from './social/counting-proxy.js';
import { createPeople, type People } from './social/people.js';
import { redisUrl, startReplica } from './social/replicas.js';
import { readOptions } from './runner/rounds.js';

const { sizes, pairs, sends, main } = readOptions({
  sizes: '2,4,8',
  /** Friends with a stream each, and sends, of one replica. */
  pairs: 25,
  sends: 200,
  /** Of another release. */
  main: '',
});

async function measure(people: People, size: number) {
  const place = { databaseUrl: people.database.url, ...(main !== '' && { main }) };
  const proxies = await inParallel([...Array(size).keys()], size, () =>
    startCountingProxy(redisUrl()),
  );
  const replicas = await inParallel(proxies, 4, ({ url }) => startReplica(place, url));
  const friends = people.friends.slice(0, pairs * size);
  const persons = friends.flatMap(({ one, other }) => [one, other]);
  const replicaOf = (n: number) => replicas[n % size]!.url;
  const received = { events: 0 };
  const onEvent = (type: string) => void (received.events += type === 'message' ? 1 : 0);
  // Who writes and who reads are at different replicas, as it happens most often.
  const streams = await inParallel([...persons.entries()], 20, ([n, person]) =>
    openStream(replicaOf(n), person, null, onEvent),
  );
  // Presence of all these is known everywhere by then.
  await pause(2_000);
  const sum = (key: 'words' | 'bytes') =>
    proxies.reduce((total, proxy) => total + proxy.received[key], 0);
  const before = { words: sum('words'), bytes: sum('bytes') };
  const total = sends * size;
  const began = performance.now();
  await inParallel([...Array(total).keys()], 8, async (n) => {
    const { path, ...request } = sendRequest(friends[n % friends.length]!, `word ${n}`);
    const reply = await fetch(replicaOf(n) + path, request);
    if (reply.status !== 200) throw new Error(`${reply.status}`);
  });
  while (received.events < 2 * total && performance.now() - began < 60_000) await pause(10);
  // To replicas without a stream of the two, words may be under way still.
  await pause(1_000);
  const [words, bytes] = [sum('words') - before.words, sum('bytes') - before.bytes];
  streams.forEach((stream) => stream.close());
  await inParallel(replicas, size, (replica) => replica.stop());
  proxies.forEach((proxy) => proxy.close());
  return {
    sends: total,
    'events received': received.events,
    'words a replica and send': (words / size / total).toFixed(2),
    'words a replica, for each send of its own': (words / total).toFixed(2),
    'bytes a replica, for each send of its own': Math.round(bytes / total),
  };
}

const all = sizes.split(',').map(Number);
const people = await createPeople(pairs * Math.max(...all));
try {
  const rows: Record<string, object> = {};
  for (const size of all) rows[`${size} replicas`] = await measure(people, size);
  console.table(rows);
} finally {
  await people.database.drop();
}
