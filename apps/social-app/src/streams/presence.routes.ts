import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { NotInChat } from '../messages/messages.errors.js';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Presence } from './presence.js';
import { OnlineSchema, TypingBodySchema, TypingSchema } from './presence.schemas.js';
import type { Typing } from './typing.js';

export interface PresenceRoutesOptions {
  readonly guard: SessionGuard;
  readonly presence: Pick<Presence, 'onlineFriends'>;
  readonly typing: Typing;
}

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

export const presenceRoutes: FastifyPluginAsyncTypebox<PresenceRoutesOptions> = async (
  app,
  { guard, presence, typing },
) => {
  const onRequest = guard.authenticate;

  app.get('/presence', { onRequest, schema: onlineSchema }, async (request) => ({
    online: await presence.onlineFriends(guard.callerOf(request).userId),
  }));

  const signal = { onRequest, config: { errors: [NotInChat] }, schema: typingSchema };
  app.post('/message/typing', signal, (request) =>
    typing.signal(guard.callerOf(request).userId, request.body),
  );
};
