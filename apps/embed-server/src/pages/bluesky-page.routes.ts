import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { blueskyErrors, BlueskyPostWithheld, isWithheld } from '../bluesky/bluesky.errors.js';
import type { ReadBlueskyPost } from '../bluesky/bluesky-posts.js';
import { BlueskyParamsSchema } from '../bluesky/bluesky.schemas.js';
import { parsePostAddress, type PostAddress } from '../bluesky/post-address.js';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import type { PageRenderer } from './page-renderer.js';
import { PageQuerySchema, pageResponse } from './pages.schemas.js';

export interface BlueskyPageParts {
  readonly readBlueskyPost: ReadBlueskyPost;
  readonly pages: PageRenderer;
}

export const blueskyPageRoutes: FastifyPluginAsyncTypebox<BlueskyPageParts> = async (
  app,
  { readBlueskyPost, pages },
) => {
  const schema = {
    operationId: 'readBlueskyPostPage',
    summary: 'A page of a post on Bluesky',
    tags: ['pages'],
    params: BlueskyParamsSchema,
    querystring: PageQuerySchema,
    response: {
      ...preparedResponses(pageResponse),
      403: { ...pageResponse, description: 'A page that says why the post is not shown.' },
    },
  };
  const config = { errors: blueskyErrors.filter((error) => error !== BlueskyPostWithheld) };
  app.get('/bluesky/:postUrl.amp', { config, schema }, async (request, reply) => {
    const { params, query } = request;
    const found = await readBlueskyPost(params.postUrl).catch((error: unknown) => {
      if (isWithheld(error)) return null;
      throw error;
    });
    if (found === null) {
      const { headers, body } = pages.withheld(addressOf(params.postUrl), query);
      void reply.code(403).headers(headers).header('cache-control', 'public, max-age=60');
      return body;
    }
    const page = await pages.bluesky(found, query);
    return sendPrepared(request, reply, page, found.maxAge);
  });
};

/** Of an address that was read. */
function addressOf(given: string): PostAddress {
  return parsePostAddress(given) ?? { actor: '', rkey: '' };
}
