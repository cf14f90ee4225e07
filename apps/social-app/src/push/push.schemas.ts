import { Type } from 'typebox';
import { changed, nullableText } from '../people/person.schemas.js';

export const PushKeySchema = Type.Object(
  { key: nullableText('In base64url; null: this server sends no notifications.') },
  { description: 'The `applicationServerKey` of a subscription.' },
);

/** As `PushSubscription.toJSON()` of a browser gives it. */
export const SubscriptionBodySchema = Type.Object({
  endpoint: Type.String({ maxLength: 2_000, pattern: '^https?://[!-~]+$' }),
  keys: Type.Object({
    p256dh: Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9_-]{87}=?$' }),
    auth: Type.String({ maxLength: 30, pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
  }),
});

export const SubscribedSchema = changed(
  'Always true.',
  'From now on this device is notified while the client is closed.',
);

export const UnsubscribedSchema = changed(
  'False when there was none.',
  'This device is no longer notified.',
);
