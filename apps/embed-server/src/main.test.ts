import { orderlyStop, serviceProcesses, stopInFlight } from '@triptych/testing';

const { launch, endAll } = serviceProcesses(new URL('./main.ts', import.meta.url));

afterEach(endAll);

it('stops in order: not ready, what is in flight is answered, and it ends with 0', async () => {
  const service = await launch({ SHUTDOWN_DELAY_MS: '500' });
  const request = ['GET /version HTTP/1.1\r\nhost: a\r\n', '\r\n'] as const;
  expect(await stopInFlight(service, request)).toEqual({ ...orderlyStop, status: 200 });
});
