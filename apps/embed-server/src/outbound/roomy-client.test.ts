import { HttpClientError, type HttpClient } from '@triptych/http-client';
import { createBodyRoom } from './body-room.js';
import { withinRoom } from './roomy-client.http.js';

const never = new AbortController().signal;
const request = { url: 'https://a.example/', accept: '*/*' };

/** A host that sends a piece and then nothing. */
function dripping(bytes: number): HttpClient {
  return {
    request: async ({ beforePiece }) => {
      await beforePiece?.(bytes, never);
      throw new HttpClientError('upstream_timeout');
    },
    close: () => Promise.resolve(),
  };
}

it('a host whose body had to wait for room has not been too slow', async () => {
  const room = createBodyRoom(20, 10);
  await expect(withinRoom(dripping(10), room).request(request)).rejects.toMatchObject({
    code: 'upstream_timeout',
  });
  const [one, two] = [room.enter(), room.enter()];
  await one.take(10, never);
  await two.take(10, never);
  const waiting = withinRoom(dripping(10), room).request(request);
  one.leave();
  two.leave();
  await expect(waiting).rejects.toMatchObject({ code: 'server_busy' });
});

it('what failed leaves its room to others', async () => {
  const room = createBodyRoom(20, 10);
  for (let call = 0; call < 5; call += 1) {
    await expect(withinRoom(dripping(10), room).request(request)).rejects.toMatchObject({
      code: 'upstream_timeout',
    });
  }
});
