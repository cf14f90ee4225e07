import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { linksToTry, type Link } from './links.js';
import { pictureFor, withMediaAt } from './media.js';
import * as recordings from './recordings.js';

export interface UpstreamPlayer {
  /** `http://127.0.0.1:<port>`: the base of every upstream, and the host that outbound calls must allow. */
  readonly origin: string;
  readonly links: readonly Link[];
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

function playTwitter(app: FastifyInstance, origin: () => string) {
  app.get<{ Querystring: { id?: string } }>('/tweet-result', async (request, reply) => {
    const id = request.query.id ?? '';
    const answer = recordings.syndicated.get(id);
    if (answer) return withMediaAt(origin(), answer);
    // What other sources know, this one is unwilling to tell: that is what they are there for.
    const elsewhere = recordings.fromApi.has(id) || recordings.fromTweetOembed.has(id);
    return reply.code(elsewhere ? 503 : 404).send({});
  });

  app.get<{ Params: { id: string } }>('/2/tweets/:id', async (request, reply) => {
    const answer = recordings.fromApi.get(request.params.id);
    if (answer) return withMediaAt(origin(), answer);
    const elsewhere =
      recordings.syndicated.has(request.params.id) ||
      recordings.fromTweetOembed.has(request.params.id);
    if (elsewhere) return reply.code(503).send({});
    return reply.code(404).send({ title: 'Not Found Error', status: 404 });
  });
}

function playOembed(app: FastifyInstance, origin: () => string) {
  app.get<{ Querystring: { url?: string } }>('/oembed', async (request, reply) => {
    const about = request.query.url ?? '';
    const tweet = /\/status\/(\d+)/.exec(about)?.[1];
    const video = /(?:[?&]v=|youtu\.be\/|\/shorts\/)([\w-]+)/.exec(about)?.[1];
    const answer =
      recordings.fromTweetOembed.get(tweet ?? '') ?? recordings.youtubeOembeds.get(video ?? '');
    return answer ? withMediaAt(origin(), answer) : reply.code(404).send('Not Found');
  });
}

function playMastodon(app: FastifyInstance, origin: () => string) {
  app.get<{ Params: { id: string } }>('/api/v1/statuses/:id', async (request, reply) => {
    const answer = recordings.statuses.get(request.params.id);
    if (answer) return withMediaAt(origin(), answer);
    return reply.code(404).send(recordings.missingStatus);
  });
}

/** A written sample with the player as its host. */
function atHome(origin: string, sample: unknown): unknown {
  return JSON.parse(JSON.stringify(sample).replaceAll(recordings.writtenHost, origin));
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
    if (!object) return reply.code(404).send('Not Found');
    return reply
      .type('application/activity+json; charset=utf-8')
      .send(JSON.stringify(atHome(origin(), object)));
  });
}

function playVimeo(app: FastifyInstance, origin: () => string) {
  app.get<{ Params: { file: string } }>('/api/v2/video/:file', async (request, reply) => {
    const answer = recordings.vimeoVideos.get(request.params.file.replace(/\.json$/, ''));
    return answer ? withMediaAt(origin(), answer) : reply.code(404).send('Not Found');
  });

  app.get<{ Querystring: { url?: string } }>('/api/oembed.json', async (request, reply) => {
    const id = /vimeo\.com\/(\d+)/.exec(request.query.url ?? '')?.[1] ?? '';
    const answer = recordings.vimeoOembeds.get(id);
    return answer ? withMediaAt(origin(), answer) : reply.code(404).send('Not Found');
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
    return name ? sendPicture(reply, name) : reply.code(404).send('Not Found');
  });
}

/**
 * Starts a loopback server that answers as X, instances of the fediverse, YouTube and Vimeo once did.
 *
 * Port 0 takes a free one; a taken port rejects. Media URLs in its answers point back to it.
 */
export async function startUpstreamPlayer({ port }: { port: number }): Promise<UpstreamPlayer> {
  const app = fastify({ forceCloseConnections: true });
  const origin = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  playTwitter(app, origin);
  playOembed(app, origin);
  playMastodon(app, origin);
  playFediverse(app, origin);
  playVimeo(app, origin);
  playPictures(app);
  await app.listen({ port, host: '127.0.0.1' });
  return { origin: origin(), links: linksToTry(origin()), close: () => app.close() };
}
