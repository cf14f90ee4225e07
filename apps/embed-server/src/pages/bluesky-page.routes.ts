import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { blueskyErrors, BlueskyPostWithheld, isWithheld } from '../bluesky/bluesky.errors.js';
import type { ReadBlueskyPost } from '../bluesky/bluesky-posts.js';
import type { ReadBlueskyThread } from '../bluesky/bluesky-threads.js';
import { BlueskyParamsSchema } from '../bluesky/bluesky.schemas.js';
import { parsePostAddress, type PostAddress } from '../bluesky/post-address.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import type { PagePreferences, PageRenderer } from './page-renderer.js';
import { pageResponse, PageWithThreadQuerySchema } from './pages.schemas.js';

export interface BlueskyPageParts {
  readonly readBlueskyPost: ReadBlueskyPost;
  readonly readBlueskyThread: ReadBlueskyThread;
  readonly pages: PageRenderer;
}

export const blueskyPageRoutes: FastifyPluginAsyncTypebox<BlueskyPageParts> = async (
  app,
  { readBlueskyPost, readBlueskyThread, pages },
) => {
  const make = async (postUrl: string, query: PagePreferences & { thread?: string }) => {
    if (query.thread === undefined) {
      const found = await readBlueskyPost(postUrl);
      return { page: await pages.bluesky(found, query), maxAge: found.maxAge };
    }
    const found = await readBlueskyThread(postUrl);
    return { page: await pages.blueskyThread(found, query), maxAge: found.maxAge };
  };
  const schema = {
    operationId: 'readBlueskyPostPage',
    summary: 'A page of a post on Bluesky',
    tags: ['pages'],
    params: BlueskyParamsSchema,
    querystring: PageWithThreadQuerySchema,
    response: {
      ...preparedResponses(pageResponse),
      403: { ...pageResponse, description: 'A page that says why the post is not shown.' },
    },
  };
  const config = { errors: blueskyErrors.filter((error) => error !== BlueskyPostWithheld) };
  app.get('/bluesky/:postUrl.amp', { config, schema }, async (request, reply) => {
    const { params, query } = request;
    const made = await make(params.postUrl, query).catch((error: unknown) => {
      if (isWithheld(error)) return null;
      throw error;
    });
    if (made === null) {
      const { headers, body } = pages.withheld(addressOf(params.postUrl), query);
      void reply.code(403).headers(headers).header('cache-control', 'public, max-age=60');
      return body;
    }
    return sendPrepared(request, reply, made.page, made.maxAge);
  });
};

/** Of an address that was read. */
function addressOf(given: string): PostAddress {
  return parsePostAddress(given) ?? { actor: '', rkey: '' };
}
