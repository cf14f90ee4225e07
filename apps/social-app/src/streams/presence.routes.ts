import { operationsOf, type Server } from '@triptych/service-host';
import { Type } from 'typebox';
import { NotInChat } from '../messages/messages.errors.js';
import { chatId } from '../messages/messages.schemas.js';
import { id } from '../people/person.schemas.js';
import { toOnline } from './frame-mapping.js';
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
  {
    online: Type.Array(id, { description: 'User ids.' }),
    unknown: Type.Optional(
      Type.Boolean({
        description:
          'True while replicas of the service cannot hear each other: of a friend who is not in `online` it is not known.',
      }),
    ),
  },
  { description: 'Friends who are online and let it be seen.' },
);

const operation = operationsOf('presence');
const online = operation('listOnlineFriends', 'Friends who are online', {
  response: { 200: OnlineSchema },
});
const signal = operation('signalTyping', 'Show a friend that the caller is typing', {
  body: TypingBodySchema,
  response: { 200: TypingSchema },
  errors: [NotInChat],
});

export async function presenceRoutes(
  app: Server,
  { presence, typing }: { presence: Pick<Presence, 'onlineFriends' | 'isUnknown'>; typing: Typing },
) {
  app.get('/presence', online, async ({ caller }) =>
    toOnline(await presence.onlineFriends(caller.userId), presence.isUnknown()),
  );

  app.post('/message/typing', signal, ({ caller, body }) => typing.signal(caller.userId, body));
}
