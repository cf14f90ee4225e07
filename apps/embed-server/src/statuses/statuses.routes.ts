import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { cachedJsonReply, imageReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { foreignObject, upstreamProblems } from '../http/problems.schemas.js';
import { ImageQuerySchema, imageResponse } from '../images/images.schemas.js';
import { PageQuerySchema, pageResponse } from '../pages/page.schemas.js';
import type { PageRenderer } from '../pages/page-renderer.port.js';
import type { ReadStatusImage } from './status-images.js';
import { parseStatusRoute } from './parse-status-path.js';
import type { ReadStatus } from './statuses.js';
import { InvalidStatusUrl } from './statuses.errors.js';

export interface StatusParts {
  readonly readStatus: ReadStatus;
  readonly readStatusImage: ReadStatusImage;
  readonly pages: Pick<PageRenderer, 'status'>;
}

const jsonBody = {
  schema: foreignObject("The instance's own JSON, or another API's in the shape of Mastodon's."),
};
const ok = {
  description: 'The JSON, page or image that the end of the path names.',
  content: {
    'application/json': jsonBody,
    ...pageResponse.content,
    ...imageResponse.content,
  },
};

const schema = {
  tags: ['statuses'],
  summary: 'A microblog status: data, page and images',
  description:
    'The wildcard is the URL of a status, percent-encoded or raw; then nothing for its JSON, or `.amp`, ' +
    '`/profile-image`, `/images/:number`, `/link-image`, `/emojis/:shortcode`, or an image below `/quoted`.',
  querystring: Type.Interface([PageQuerySchema, ImageQuerySchema], {}),
  response: { 200: ok, ...upstreamProblems },
};

// Fastify allows a wildcard at the end of a path only, so the suffixes are told apart here.
export const statusRoutes: FastifyPluginAsyncTypebox<StatusParts> = async (app, parts) => {
  const { readStatus, readStatusImage, pages } = parts;

  app.get('/mastodon/*', { schema }, async (request, reply) => {
    // TypeBox cannot convert a parameter of this name, so there is no schema of it; the parsers are strict.
    const route = parseStatusRoute((request.params as { '*': string })['*']);
    if (route === null) throw new InvalidStatusUrl();
    const { view } = route;
    const { size, ...preferences } = request.query;
    if (view.kind === 'image') {
      const image = await readStatusImage(route.statusUrl, { ...view, size });
      return sendPrepared(request, reply, imageReply(image), image.maxAge);
    }
    const found = await readStatus(route.statusUrl);
    const answer =
      view.kind === 'data' ? cachedJsonReply(found.copy) : pages.status(found, preferences);
    return sendPrepared(request, reply, answer, found.maxAge);
  });
};
