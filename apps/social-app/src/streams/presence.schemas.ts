import { Type } from 'typebox';
import { chatId } from '../messages/messages.schemas.js';

export const TypingBodySchema = Type.Object({
  chatId,
  typing: Type.Optional(
    Type.Boolean({
      description:
        'True unless told: the caller writes. Repeat it every few seconds; false takes it back.',
    }),
  ),
});

export const TypingSchema = Type.Object(
  {
    told: Type.Boolean({
      description: 'False when it was told a moment ago, or when the caller keeps it private.',
    }),
  },
  { description: 'Noted. Nothing of it is stored.' },
);

export const OnlineSchema = Type.Object(
  { online: Type.Array(Type.String({ format: 'uuid' }), { description: 'User ids.' }) },
  { description: 'Friends who are there now, of those who let it be seen.' },
);
