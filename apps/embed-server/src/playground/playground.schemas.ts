import { Type } from 'typebox';

export const PlaygroundQuerySchema = Type.Object({
  url: Type.Optional(Type.String({ maxLength: 2048, description: 'What was pasted.' })),
});
