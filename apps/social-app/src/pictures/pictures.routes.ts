import { operationsOf, type Server } from '@triptych/service-host';
import { PictureNotFound } from './pictures.errors.js';
import { PictureParamsSchema, pictureResponse } from './pictures.schemas.js';
import type { Pictures } from './pictures.js';

const options = operationsOf('account')('readPicture', 'The picture of a person', {
  description: 'Its address is the `image` of a person, as far as the caller may see it.',
  params: PictureParamsSchema,
  response: { 200: pictureResponse },
  errors: [PictureNotFound],
});

const headers = {
  'content-type': 'image/webp',
  // Another picture has another address.
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

export async function picturesRoutes(app: Server, { pictures }: { pictures: Pictures }) {
  app.get('/pictures/:personId/:version', options, async ({ params }, reply) => {
    const bytes = await pictures.read(params.personId, params.version);
    return reply.headers(headers).send(bytes);
  });
}
