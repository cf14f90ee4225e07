import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendImage, sendJson, sendPage } from '../answers/answers.routes.js';
import {
  foreignObject,
  ImageQuerySchema,
  PageQuerySchema,
  imageResponse,
  pageResponse,
  upstreamProblems,
} from '../answers/answers.schemas.js';
import type { PageRenderer } from '../answers/page-renderer.port.js';
import type { ReadImage } from '../images/images.js';
import { statusImageUrls, type StatusImage } from './status-images.js';
import { toStatus } from './status-mapping.js';
import { parseStatusRoute } from './status-route.js';
import type { ReadStatus } from './statuses.js';
import { InvalidStatusUrl } from './statuses.errors.js';

export interface StatusParts {
  readonly readStatus: ReadStatus;
  readonly readImage: ReadImage;
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
  const { readStatus, readImage, pages } = parts;

  async function sendStatusImage(
    request: FastifyRequest,
    reply: FastifyReply,
    statusUrl: string,
    image: StatusImage,
  ) {
    const { raw, host } = await readStatus(statusUrl);
    const urls = statusImageUrls(toStatus(raw, host), image);
    return sendImage(request, reply, await readImage(urls));
  }

  app.get('/mastodon/*', { schema }, async (request, reply) => {
    // TypeBox cannot convert a parameter of this name, so there is no schema of it; the parsers are strict.
    const route = parseStatusRoute((request.params as { '*': string })['*']);
    if (route === null) throw new InvalidStatusUrl();
    const { view } = route;
    const { size, ...wishes } = request.query;
    if (view.kind === 'image') {
      return sendStatusImage(request, reply, route.statusUrl, { ...view, size });
    }
    const { raw, host, statusUrl, maxAge } = await readStatus(route.statusUrl);
    if (view.kind === 'data') return sendJson(request, reply, raw, maxAge);
    const page = pages.status(toStatus(raw, host), statusUrl, wishes);
    return sendPage(request, reply, page, maxAge);
  });
};
