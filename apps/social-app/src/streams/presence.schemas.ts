import { Type } from 'typebox';
import { chatId } from '../messages/messages.schemas.js';

export const TypingBodySchema = Type.Object({
  chatId,
  typing: Type.Optional(
    Type.Boolean({
      description:
        'By default true: the caller is typing. Repeat it every few seconds; false takes it back.',
    }),
  ),
});

export const TypingSchema = Type.Object(
  {
    told: Type.Boolean({
      description:
        'False when the friend was notified a moment ago, or when the caller keeps it private.',
    }),
  },
  { description: 'Done. Nothing of it is stored.' },
);

export const OnlineSchema = Type.Object(
  { online: Type.Array(Type.String({ format: 'uuid' }), { description: 'User ids.' }) },
  { description: 'Friends who are online and let it be seen.' },
);
