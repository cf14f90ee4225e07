import type { Dispatcher } from 'undici';
import { faultsOf } from './judge-replies.js';
import { createRandom, type Random } from './random.js';
import { hostileCase, type HostileCase } from './samples.js';
import type { HostileUpstreams } from './upstream-process.js';

interface Extreme {
  readonly value: number;
  /** The case and its path. */
  readonly at: string;
}

/** The worst of what was seen. */
export interface CaseFigures {
  replies: number;
  ms: Extreme;
  page: Extreme;
}

interface Run {
  readonly seed: number;
  readonly n: number;
  readonly upstreams: HostileUpstreams;
  /** The most bytes that a page may have. */
  readonly page: number;
  /** How often each status and code came, over all cases. */
  readonly statuses: Map<string, number>;
}

const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'];
const images = ['/profile-image', '/images/0', '/images/3', '/link-image', '/quoted/images/0'];

/** The root of all paths of an item, and its address for oEmbed. */
function addressesOf(
  { source, about }: HostileCase,
  random: Random,
): { root: string; url: string } {
  switch (source) {
    case 'mastodon':
    case 'activitypub':
    case 'misskey': {
      const query = random.chance(0.2) ? `?x=${'y'.repeat(random.size(1500))}` : '';
      return { root: `/mastodon/${encodeURIComponent(about + query)}`, url: about };
    }
    case 'vimeo':
    case 'vimeoOembed':
      return { root: `/video/vimeo/${about}`, url: `https://vimeo.com/${about}` };
    case 'youtube':
      return { root: `/video/youtube/${about}`, url: `https://youtu.be/${about}` };
    default:
      return { root: `/tweet/${about}`, url: `https://x.com/i/status/${about}` };
  }
}

/** Data and page of each case, and two more of what a reader's browser could ask. */
function pathsOf(hostile: HostileCase, random: Random): string[] {
  const { root, url } = addressesOf(hostile, random);
  const oembed = `/oembed?url=${encodeURIComponent(url)}`;
  const isVideo = root.startsWith('/video/');
  const page = `${root}.amp?lang=${random.pick(languages)}`;
  const others = [
    `${page}&theme=dark&x=${random.int(1000)}`,
    oembed,
    oembed,
    `${oembed}&format=xml&lang=${random.pick(languages)}`,
    ...(isVideo ? [`${root}-poster-image`] : images.map((image) => root + image)),
    ...(hostile.source === 'syndication' ? [`/embetty${root}`] : []),
  ];
  return [root, page, random.pick(others), random.pick(others)];
}

/** The code of a problem. */
const codeOf = (status: number, body: Buffer) =>
  (status >= 400 && /"code":"(\w+)"/.exec(body.toString())?.[1]) || '';

/** Requests what is made of one case, one after another as a browser does, and judges each reply. */
export async function requestCase(
  client: Dispatcher,
  run: Run,
): Promise<CaseFigures & { faults: string[] }> {
  const { seed, n, upstreams, page, statuses } = run;
  const hostile = hostileCase(seed, n, upstreams.instances);
  const random = createRandom(seed, n, 4);
  const figures = {
    replies: 0,
    ms: { value: 0, at: '' },
    page: { value: 0, at: '' },
    faults: [] as string[],
  };
  for (const path of pathsOf(hostile, random)) {
    const at = `case ${n}, ${hostile.source}, ${path.slice(0, 120)}`;
    const began = performance.now();
    try {
      const {
        statusCode: status,
        headers,
        body: stream,
      } = await client.request({ path, method: 'GET' });
      const body = Buffer.from(await stream.arrayBuffer());
      const ms = performance.now() - began;
      figures.replies += 1;
      const kind = `${status} ${codeOf(status, body)}`.trim();
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      if (ms > figures.ms.value) figures.ms = { value: ms, at };
      const isPage = headers['content-type'] === 'text/html; charset=utf-8';
      if (isPage && body.length > figures.page.value) figures.page = { value: body.length, at };
      const judged = {
        path,
        status,
        headers,
        body,
      };
      for (const fault of new Set(faultsOf(judged, upstreams, page)))
        figures.faults.push(`${at}: ${fault}`);
    } catch (error) {
      figures.faults.push(
        `${at}: no reply (${error instanceof Error ? error.message : 'unknown'})`,
      );
      return figures;
    }
  }
  return figures;
}
