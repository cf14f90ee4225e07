import { gzipSync } from 'node:zlib';
import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { createTestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';
import { readings } from './testing/readings.js';

// All in one test, so that it lists each that is too large with its size. Some hundred pages: seconds on a loaded machine.
it('the page of every recording is small, unpacked and in gzip', async () => {
  const server = await createTestApp({
    TWITTER_BEARER_TOKEN: 'recorded',
    META_ACCESS_TOKEN: 'recorded',
  });
  const tooLarge: Record<string, number[]> = {};
  for (const name of Object.keys(readings)) {
    server.upstream.reset();
    server.upstream.on('*', sendFile(pictures.png, 'image/png'));
    const reply = await server.app.inject(playRecording(server.upstream, name));
    const sizes = [reply.rawPayload.length, gzipSync(reply.rawPayload).length] as const;
    if (reply.statusCode !== 200 || sizes[0] > 15_000 || sizes[1] > 6_000)
      tooLarge[name] = [reply.statusCode, ...sizes];
  }
  await server.close();
  expect(tooLarge).toEqual({});
});
