import { Type } from 'typebox';
import { cursorPattern } from './cursor.js';

export const PageQuerySchema = Type.Object({
  cursor: Type.Optional(
    Type.String({ pattern: cursorPattern, description: 'A `nextCursor`; without it the newest.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '200 by default.' })),
});

export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The `cursor` of the next page; null at the end.',
});
