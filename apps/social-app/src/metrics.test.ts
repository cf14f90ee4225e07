import { createRegistry } from '@triptych/service-host';
import { openReadyEvents } from './testing/event-client.js';
import { createTestApp } from './testing/test-app.js';

it('metrics show streams, delivery, sends and sign-ins by outcome', async () => {
  const metrics = createRegistry('social-app');
  const world = await createTestApp({ context: { metrics } });
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { alice, bob, chatId } = await world.joinFriends();
  const read = async () => {
    const text = await metrics.metrics();
    return text.split('\n').filter((line) => line.startsWith('social_'));
  };
  expect(await read()).toContain('social_streams_open{service="social-app"} 0');
  // What alerts go by is there before its first event, which is no increase for Prometheus otherwise.
  expect(await read()).toContain(
    'social_messages_sent_total{outcome="failed",service="social-app"} 0',
  );

  const atBob = await openReadyEvents(base, bob);
  await world.post(alice, '/api/message/send', { chatId, text: 'x' });
  await world.post(alice, '/api/message/send', { chatId: `${bob.id}--${bob.id}`, text: 'x' });
  await atBob.until(2);
  const lines = await read();
  expect(lines).toContain('social_streams_open{service="social-app"} 1');
  expect(lines).toContain('social_replicas_heard{service="social-app"} 1');
  expect(lines).toContain('social_messages_sent_total{outcome="sent",service="social-app"} 1');
  expect(lines).toContain(
    'social_messages_sent_total{outcome="not_in_chat",service="social-app"} 1',
  );
  // What was there before the stream was opened is no delivery.
  expect(lines).toContain('social_event_delivery_seconds_count{service="social-app"} 1');
  expect(lines).toContain('social_event_delivery_seconds_bucket{le="30",service="social-app"} 1');
  atBob.close();

  await world.app.inject('/api/auth/callback/nobody?state=x&code=y');
  expect(await read()).toContain(
    'social_sign_ins_total{provider="unknown",outcome="unknown_provider",service="social-app"} 1',
  );
  await world.close();
});
