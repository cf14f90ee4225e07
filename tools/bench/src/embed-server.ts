// What a cached reply costs beside the limit and a peer, and whether memory stays flat: nx run bench:embed-server
import { freePort } from '@triptych/free-port';
import { requestPath } from './runner/load.js';
import { askDistinctIds, costOfMiss } from './misses.js';
import { installEmbetty } from './peers/embetty.js';
import {
  inRounds,
  medians,
  printHeading,
  readOptions,
  spread,
  type Figures,
} from './runner/rounds.js';
import {
  peer,
  service,
  startServer,
  type Program,
  type ServerProcess,
} from './runner/server-process.js';
import { startUpstream, tweetId } from './upstream.js';

const options = { seconds: 1, rounds: 7, rate: 3000, starts: 5, ids: 100_000, peer: 0 };
const { seconds, rounds, rate, starts, ids, peer: withPeer } = readOptions(options);
const connections = 32;

/** `path` is ours, `theirs` that of the other where it differs. */
type Case = Readonly<{ name: string; path: string; theirs?: string; goal?: number }>;

const root = `/tweet/${tweetId}`;
const besideBare: readonly Case[] = [
  { name: 'tweet JSON, cached', path: root, goal: 0.9 },
  { name: 'AMP page, cached', path: `${root}.amp`, goal: 0.9 },
  { name: '100 kB image, cached', path: `${root}/images/0`, goal: 0.8 },
];
// Its images are no case: from its cache it sends them with status 500 on a Node of this decade.
const besideEmbetty: readonly Case[] = [
  { name: 'tweet JSON of API 1.1, cached', path: `/embetty${root}`, theirs: root },
];

const startOurs = (env: Program['env'] = {}) =>
  startServer(
    service('embed-server', '/version', {
      TWITTER_SYNDICATION_URL: upstream.origin,
      OUTBOUND_ALLOW_HOSTS: new URL(upstream.origin).host,
      CACHE_MAX_BYTES: String(32 * 1024 * 1024),
      ...env,
    }),
  );

const bare = (ours: ServerProcess) =>
  peer('bare-replies', { PATHS: besideBare.map(({ path }) => path).join(' '), ORIGINAL: ours.url });

/** Rounds on fresh processes of both: these differ more in how the same code is compiled than rounds do. */
async function compareCached(
  name: string,
  other: (ours: ServerProcess) => Program,
  cases: readonly Case[],
) {
  const samples = cases.map(() => ({ ours: [] as Figures[], theirs: [] as Figures[] }));
  for (let start = 0; start < starts; start += 1) {
    const ours = await startOurs();
    const peerServer = await startServer(other(ours));
    for (const [n, { path, theirs = path }] of cases.entries()) {
      await requestPath(ours, path, { connections, seconds: 2 });
      await requestPath(peerServer, theirs, { connections, seconds: 2 });
      // At one rate: as fast as each can, the slower one would also pay for waking the generator at every reply.
      const load = { connections, seconds, rate };
      const measured = await inRounds(rounds, {
        ours: () => requestPath(ours, path, load),
        theirs: () => requestPath(peerServer, theirs, load),
      });
      samples[n]?.ours.push(...measured.ours);
      samples[n]?.theirs.push(...measured.theirs);
    }
    await Promise.all([peerServer.stop(), ours.stop()]);
  }
  const rows = samples.map(({ ours, theirs }, n) => {
    const goal = cases[n]?.goal;
    return {
      '': cases[n]?.name,
      'ours µs': Math.round(medians(ours).cpu),
      [`${name} µs`]: Math.round(medians(theirs).cpu),
      [`${name} ÷ ours`]: spread(theirs.map(({ cpu }, round) => cpu / (ours[round]?.cpu ?? NaN))),
      ...(goal === undefined ? {} : { goal }),
      'ours p99 ms': medians(ours).p99.toFixed(1),
    };
  });
  console.table(rows);
}

const upstream = await startUpstream();
printHeading(
  `CPU time of a request, ${rate} a second on ${connections} connections, medians of ${starts} starts of ${rounds} ` +
    `rounds of ${seconds} s, half of the ratios in brackets`,
);
await compareCached('bare', bare, besideBare);

const healthPort = String(await freePort());
const ours = await startOurs({ HEALTH_PORT: healthPort });
const api1 = (await (await fetch(`${ours.url}/embetty${root}`)).json()) as object;
// No links: the peer would load the page of each.
upstream.setApi1Tweet({ ...api1, entities: { urls: [] } });
const embetty = withPeer === 1 ? installEmbetty(upstream.origin) : undefined;
if (embetty) await compareCached('embetty', () => embetty, besideEmbetty);
else console.log(`no peer: ${embetty === null ? 'npm cannot install it' : '--peer is not 1'}`);

console.log('A miss, one at a time, with an upstream that takes 0 and 50 ms');
const peerServer = embetty && (await startServer(embetty));
for (const delay of [0, 50]) {
  upstream.setDelay(delay);
  const fresh = Array.from({ length: 100 }, (_, n) => 1_000_000_000_000_000 + delay * 1000 + n);
  console.table({
    ours: await costOfMiss(ours, upstream.origin, fresh),
    ...(peerServer && { embetty: await costOfMiss(peerServer, upstream.origin, fresh) }),
  });
}
await peerServer?.stop();
embetty?.remove();
upstream.setDelay(0);
console.log(`${ids} distinct ids through a cache of 32 MiB`);
console.table(await askDistinctIds(ours, `http://127.0.0.1:${healthPort}`, ids));
await ours.stop();
upstream.close();
