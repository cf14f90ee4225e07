import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
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
  tags,
  response: { 200: OnlineSchema, ...problemResponses({ 401: 'Not signed in.' }) },
};
const typingSchema = {
  tags,
  body: TypingBodySchema,
  response: {
    200: TypingSchema,
    ...problemResponses({
      401: 'Not signed in, or not a chat between the caller and a friend.',
      422: 'The body does not have the documented shape.',
    }),
  },
};

export const presenceRoutes: FastifyPluginAsyncTypebox<PresenceRoutesOptions> = async (
  app,
  { guard, presence, typing },
) => {
  const onRequest = guard.authenticate;

  app.get('/presence', { onRequest, schema: onlineSchema }, async (request) => ({
    online: await presence.onlineFriends(guard.callerOf(request).userId),
  }));

  app.post('/message/typing', { onRequest, schema: typingSchema }, (request) =>
    typing.signal(guard.callerOf(request).userId, request.body),
  );
};
