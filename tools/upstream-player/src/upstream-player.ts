import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { linksToTry, type Link } from './links.js';
import { pictureFor, withMediaAt } from './media.js';
import { oembedProviders, registryAt } from './oembed-providers.js';
import * as recordings from './recordings.js';

export interface UpstreamPlayer {
  /** `http://127.0.0.1:<port>`: the base of every upstream, and the host that outbound calls must allow. */
  readonly origin: string;
  readonly links: readonly Link[];
  /** The environment of an embed-server whose upstreams are the player. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const pictures = new URL('../pictures/', import.meta.url);

/** Drawings are few and small; reading one each time keeps the player without state. */
async function sendPicture(reply: FastifyReply, name: string, status = 200) {
  const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return reply
    .code(status)
    .type(type)
    .send(await readFile(new URL(name, pictures)));
}

type Refuse = (reply: FastifyReply, wanted: string) => FastifyReply;

const refuse: Refuse = (reply) => reply.code(404).send('Not Found');

/** What another source of tweets knows, this one is unwilling to send: that is what the others are there for. */
const refuseTweet =
  (missing: object): Refuse =>
  (reply, id) => {
    const { syndicated, fromApi, fromTweetOembed } = recordings;
    const isElsewhere = [syndicated, fromApi, fromTweetOembed].some((source) => source.has(id));
    return reply.code(isElsewhere ? 503 : 404).send(isElsewhere ? {} : missing);
  };

/** Replies with what is recorded for one parameter of the path or the query. */
function playRecordings(app: FastifyInstance, origin: () => string) {
  const play = (
    url: string,
    parameter: string,
    find: (wanted: string) => unknown,
    otherwise = refuse,
  ) =>
    app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
      url,
      async ({ params, query }, reply) => {
        const wanted = { ...query, ...params }[parameter] ?? '';
        const found = find(wanted);
        return found ? withMediaAt(origin(), found) : otherwise(reply, wanted);
      },
    );

  play('/tweet-result', 'id', (id) => recordings.syndicated.get(id), refuseTweet({}));
  play(
    '/2/tweets/:id',
    'id',
    (id) => {
      const list = recordings.fromApi.get(id);
      return list && { ...list, data: list.data?.[0] };
    },
    refuseTweet({ title: 'Not Found Error', status: 404 }),
  );
  play('/oembed', 'url', (about) => {
    const tweet = /\/status\/(\d+)/.exec(about)?.[1] ?? '';
    const video = /(?:[?&]v=|youtu\.be\/|\/shorts\/)([\w-]+)/.exec(about)?.[1] ?? '';
    return recordings.fromTweetOembed.get(tweet) ?? recordings.youtubeOembeds.get(video);
  });
  play(
    '/api/v1/statuses/:id',
    'id',
    (id) => statusAtHome(origin(), recordings.statuses.get(id)),
    (reply) => reply.code(404).send(recordings.missingStatus),
  );
  play('/api/v1/statuses/:id/context', 'id', (id) => {
    const context = recordings.contexts.get(id);
    const moved = (all: readonly recordings.Reply[]) =>
      all.map((status) => statusAtHome(origin(), status));
    return (
      context && {
        ancestors: moved(context.ancestors),
        descendants: moved(context.descendants),
      }
    );
  });
  play(
    '/xrpc/app.bsky.feed.getPostThread',
    'uri',
    (uri) => {
      const post = recordings.blueskyPosts.get(uri);
      return post && { thread: { $type: 'app.bsky.feed.defs#threadViewPost', post } };
    },
    (reply, uri) => reply.code(400).send({ error: 'NotFound', message: `Post not found: ${uri}` }),
  );
  play('/oembed-of/:name', 'url', (about) => {
    const known = oembedProviders.find(([, , site, path]) => about === site + path);
    return known && recordings.oembed.get(known[0]);
  });
  play('/api/v2/video/:id.json', 'id', (id) => recordings.vimeoVideos.get(id));
  play('/api/oembed.json', 'url', (about) =>
    recordings.vimeoOembeds.get(/vimeo\.com\/(\d+)/.exec(about)?.[1] ?? ''),
  );
}

/** A written sample with the player as its host. */
function atHome(origin: string, sample: unknown): unknown {
  return JSON.parse(JSON.stringify(sample).replaceAll(recordings.writtenHost, origin));
}

/** Its own host, and those of what it boosts and quotes. */
function hostsOf({ uri, reblog, quote }: recordings.Reply): string[] {
  const inner = [reblog, quote, quote?.quoted_status].flatMap((post) =>
    post ? hostsOf(post) : [],
  );
  return uri === undefined ? inner : [new URL(uri).host, ...inner];
}

/** A recorded status as if its hosts were the player: what one host tells of another is shown in other words. */
function statusAtHome(origin: string, status: recordings.Reply | undefined): unknown {
  if (status === undefined) return undefined;
  const moved = [...new Set(hostsOf(status))].reduce(
    (json, host) =>
      json
        .replaceAll(`https://${host}/`, `${origin}/`)
        .replaceAll(`@${host}"`, `@${new URL(origin).host}"`),
    JSON.stringify(status),
  );
  return JSON.parse(moved);
}

function playFediverse(app: FastifyInstance, origin: () => string) {
  app.post<{ Body: { noteId?: string } }>('/api/notes/show', async (request, reply) => {
    const note = recordings.notes.get(request.body.noteId ?? '');
    if (note) return atHome(origin(), note);
    return reply.code(400).send({ error: { code: 'NO_SUCH_NOTE' } });
  });

  // Ids of objects are of many shapes; what no other path takes may be one.
  app.setNotFoundHandler(async (request, reply) => {
    const object = recordings.objects.get(request.url);
    if (!object) return refuse(reply, request.url);
    return reply
      .type('application/activity+json; charset=utf-8')
      .send(JSON.stringify(atHome(origin(), object)));
  });
}

function playPictures(app: FastifyInstance) {
  // A missing size is a 404 whose body is a picture all the same, as at the real host.
  app.get<{ Params: { id: string; file: string } }>('/vi/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    const known = recordings.youtubePosters.get(id)?.includes(file.replace(/\.jpg$/, '')) ?? false;
    return known ? sendPicture(reply, 'poster.jpg') : sendPicture(reply, 'missing.jpg', 404);
  });

  // Where Misskey keeps its own emoji.
  app.get<{ Params: { file: string } }>('/emoji/:file', async (request, reply) =>
    sendPicture(reply, pictureFor(`emoji/${request.params.file}`) ?? 'emoji-1.png'),
  );

  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const name = pictureFor(request.params['*']);
    return name ? sendPicture(reply, name) : refuse(reply, request.url);
  });
}

const settingsFor = (origin: string) => ({
  TWITTER_SYNDICATION_URL: origin,
  TWITTER_API_URL: origin,
  TWITTER_OEMBED_URL: origin,
  TWITTER_BEARER_TOKEN: 'recorded',
  YOUTUBE_IMAGE_URL: origin,
  YOUTUBE_OEMBED_URL: origin,
  VIMEO_API_URL: origin,
  FACEBOOK_URL: origin,
  FB_WATCH_URL: origin,
  BLUESKY_API_URL: origin,
  OEMBED_PROVIDERS: registryAt(origin),
  META_ACCESS_TOKEN: 'recorded',
  OUTBOUND_ALLOW_HOSTS: new URL(origin).host,
});

/**
 * Starts a loopback server that answers as X, Bluesky, instances of the fediverse, YouTube and Vimeo once did.
 *
 * Port 0 takes a free one; a taken port rejects. Media URLs in its answers point back to it.
 */
export async function startUpstreamPlayer({ port }: { port: number }): Promise<UpstreamPlayer> {
  const app = fastify({ forceCloseConnections: true });
  const origin = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  playRecordings(app, origin);
  playFediverse(app, origin);
  playPictures(app);
  await app.listen({ port, host: '127.0.0.1' });
  const url = origin();
  return {
    origin: url,
    links: linksToTry(url),
    settings: settingsFor(url),
    close: () => app.close(),
  };
}
