import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { jsonReply, xmlReply } from '../http/prepared-reply.js';
import { sendPrepared } from '../http/send-prepared.js';
import { nameOfSnapshot } from '../cache/found.js';
import type { Memoise } from '../cache/response-cache.js';
import { FormatNotSupported, oembedErrors } from './oembed.errors.js';
import { OembedQuerySchema, oembedResponses } from './oembed.schemas.js';
import type { DescribeEmbed } from './oembed.js';
import { toXml } from './oembed-markup.js';

const schema = {
  operationId: 'describeEmbed',
  tags: ['oembed'],
  summary: 'How to show an address in a page, as oEmbed 1.0',
  querystring: OembedQuerySchema,
  response: oembedResponses,
};

export const oembedRoutes: FastifyPluginAsyncTypebox<{
  describeEmbed: DescribeEmbed;
  memoise: Memoise;
}> = async (app, { describeEmbed, memoise }) => {
  app.get('/oembed', { config: { errors: oembedErrors }, schema }, async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight, ...preferences } = request.query;
    if (format !== 'json' && format !== 'xml') throw new FormatNotSupported();
    const most = { width: limit(maxwidth), height: limit(maxheight) };
    const { copy, value, maxAge, snapshot } = await describeEmbed(url, most, preferences);
    const oembed = await memoise(copy, named(request.query) + nameOfSnapshot(snapshot), () =>
      format === 'json' ? jsonReply(value()) : xmlReply(toXml(value())),
    );
    return sendPrepared(request, reply, oembed, maxAge);
  });
};

/** All that the reply is made of beside the copy. */
function named(query: Static<typeof OembedQuerySchema>): string {
  const { url, format, maxwidth, maxheight, lang, theme, html, thread } = query;
  return `oembed ${JSON.stringify([url, format, maxwidth, maxheight, lang, theme, html, thread])}`;
}

function limit(pixels: string | undefined): number {
  return pixels === undefined ? Infinity : Number(pixels);
}
