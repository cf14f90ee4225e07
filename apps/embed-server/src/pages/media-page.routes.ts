import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { preparedResponses } from '../http/replies.schemas.js';
import { sendPrepared } from '../http/send-prepared.js';
import { mediaErrors } from '../media/media.errors.js';
import type { MediaPages } from '../media/media.js';
import { MediaParamsSchema } from '../media/media.schemas.js';
import type { PageRenderer } from './page-renderer.js';
import { PageQuerySchema, pageResponse } from './pages.schemas.js';

export interface MediaPageParts {
  readonly media: MediaPages;
  readonly pages: PageRenderer;
}

export const mediaPageRoutes: FastifyPluginAsyncTypebox<MediaPageParts> = async (
  app,
  { media, pages },
) => {
  const schema = {
    operationId: 'readMediaPage',
    summary: 'A page of what an oEmbed provider has',
    tags: ['pages'],
    params: MediaParamsSchema,
    querystring: PageQuerySchema,
    response: preparedResponses(pageResponse),
  };
  app.get(
    '/media/:pageUrl.amp',
    { config: { errors: mediaErrors }, schema },
    async (request, reply) => {
      const found = await media.read(request.params.pageUrl);
      const page = await pages.media(found, request.query);
      return sendPrepared(request, reply, page, found.maxAge);
    },
  );
};
