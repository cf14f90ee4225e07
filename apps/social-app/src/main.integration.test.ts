import { createTestDatabase } from '@triptych/postgres/testing';
import { orderlyStop, stopInFlight } from '@triptych/testing';
import {
  endSocialProcesses,
  runSocialCommand,
  startSocialProcess,
} from './testing/social-process.js';

afterEach(endSocialProcesses);

it('stops in order: not ready, what is in flight is answered, and it ends with 0', async () => {
  const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const env = { DATABASE_URL: url, SESSION_SECRET: 'a secret that only tests know 123' };
  expect((await runSocialCommand(['migrate'], env).exited)[0]).toBe(0);
  const service = await startSocialProcess({ ...env, SHUTDOWN_DELAY_MS: '500' });
  const request = ['GET /api/auth/providers HTTP/1.1\r\nhost: a\r\n', '\r\n'] as const;
  expect(await stopInFlight(service, request)).toEqual({ ...orderlyStop, status: 200 });
  await drop();
});
