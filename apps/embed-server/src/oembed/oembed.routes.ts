import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { jsonAnswer, xmlAnswer } from '../answers/answer.js';
import { sendAnswer } from '../answers/answers.routes.js';
import { FormatNotSupported } from './oembed.errors.js';
import { OembedQuerySchema, oembedResponses } from './oembed.schemas.js';
import type { DescribeEmbed } from './oembed.js';
import { toXml } from './oembed-xml-mapping.js';

const schema = {
  tags: ['oembed'],
  summary: 'How to show an address in a page, as oEmbed 1.0',
  querystring: OembedQuerySchema,
  response: oembedResponses,
};

export const oembedRoutes: FastifyPluginAsyncTypebox<{ describeEmbed: DescribeEmbed }> = async (
  app,
  { describeEmbed },
) => {
  app.get('/oembed', { schema }, async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight, ...wishes } = request.query;
    if (format !== 'json' && format !== 'xml') throw new FormatNotSupported();
    const most = { width: limit(maxwidth), height: limit(maxheight) };
    const oembed = await describeEmbed({ url, most, wishes });
    const answer = format === 'json' ? jsonAnswer(oembed) : xmlAnswer(toXml(oembed));
    return sendAnswer(request, reply, answer, oembed.cache_age);
  });
};

function limit(pixels: string | undefined): number {
  return pixels === undefined ? Infinity : Number(pixels);
}
