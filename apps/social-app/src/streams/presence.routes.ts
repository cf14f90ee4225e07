import { Type } from 'typebox';
import { chatId } from '../messages/messages.schemas.js';
import type { Server } from '@triptych/service-host';
import { NotInChat } from '../messages/messages.errors.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Presence } from './presence.js';
import type { Typing } from './typing.js';

const TypingBodySchema = Type.Object({
  chatId,
  typing: Type.Optional(
    Type.Boolean({
      description:
        'By default true: the caller is typing. Repeat it every few seconds; false takes it back.',
    }),
  ),
});

const TypingSchema = Type.Object(
  {
    told: Type.Boolean({
      description:
        'False when the friend was notified a moment ago, or when the caller keeps it private.',
    }),
  },
  { description: 'Done. Nothing of it is stored.' },
);

const OnlineSchema = Type.Object(
  { online: Type.Array(Type.String({ format: 'uuid' }), { description: 'User ids.' }) },
  { description: 'Friends who are online and let it be seen.' },
);

const tags = ['presence'];

const onlineSchema = {
  operationId: 'listOnlineFriends',
  summary: 'Friends who are online',
  tags,
  response: { 200: OnlineSchema },
};
const typingSchema = {
  operationId: 'signalTyping',
  summary: 'Show a friend that the caller is typing',
  tags,
  body: TypingBodySchema,
  response: { 200: TypingSchema },
};

export async function presenceRoutes(
  app: Server,
  {
    guard,
    presence,
    typing,
  }: { guard: SessionGuard; presence: Pick<Presence, 'onlineFriends'>; typing: Typing },
) {
  const onRequest = guard.authenticate;

  app.get('/presence', { onRequest, schema: onlineSchema }, async (request) => ({
    online: await presence.onlineFriends(guard.callerOf(request).userId),
  }));

  const signal = { onRequest, config: { errors: [NotInChat] }, schema: typingSchema };
  app.post('/message/typing', signal, (request) =>
    typing.signal(guard.callerOf(request).userId, request.body),
  );
}
