import { randomUUID } from 'node:crypto';
import { createBrowser } from '@triptych/testing/push-service';
import { encryptPush } from './encrypt-push.js';
import { toPayload } from './push-mapping.js';

it('the longest of everything has room in a push', () => {
  const [userId, partnerId] = [randomUUID(), randomUUID()];
  const browser = createBrowser('https://push.example');
  const longest = '\u0001'.repeat(5_000);
  const payload = toPayload(
    {
      ...{ sessionId: randomUUID(), userId, chatId: `${userId}--${partnerId}`, seq: 2 ** 31 - 1 },
      ...{ createdAt: new Date(), leftMs: null, service: 'push.example', subscription: browser },
      ...{ failures: 0, notice: null },
    },
    {
      ...{ name: longest, email: null, text: longest, unread: 100 },
      attachments: Array<string>(10).fill('picture'),
    },
  );
  expect(JSON.parse(payload.toString())).toMatchObject({ to: userId });
  expect(() => encryptPush(payload, browser.keys)).not.toThrow();
});
