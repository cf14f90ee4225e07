import { Type } from 'typebox';
import { id } from '../people/person.schemas.js';

export const PictureParamsSchema = Type.Object({
  personId: id,
  version: Type.String({ pattern: '^[0-9a-f]{32}$' }),
});

/** An `object` to the compiler, because the handler sends bytes. */
export const pictureResponse: object = {
  description: 'Square, 192 pixels each way.',
  content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
};
