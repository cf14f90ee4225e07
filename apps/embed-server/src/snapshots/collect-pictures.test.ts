import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import type { PicturePlace } from '../images/post-images.js';
import type { ProxiedImage } from '../images/images.js';
import { UpstreamBroken } from '../outbound/upstream.errors.js';
import { collectPictures } from './collect-pictures.js';

const picture = (text: string): ProxiedImage => ({
  body: Buffer.from(text),
  type: 'image/png',
  maxAge: 1,
});
const placeAt = (url: string, smaller = url): PicturePlace => ({
  place: url,
  urls: [url],
  smaller: [smaller],
});
const kept = async () => [];

/** An upstream whose pictures come when they are let. */
function createHosts() {
  const asked = new Map<string, { send: (text: string) => void; fail: () => void }>();
  const readImage = ([url = '']: readonly string[]) =>
    new Promise<ProxiedImage>((resolve, reject) => {
      asked.set(url, {
        send: (text) => resolve(picture(text)),
        fail: () => reject(new UpstreamBroken('it hangs')),
      });
    });
  return { asked, readImage };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['of one host', () => 'slow.example', 4],
  ['of 25 hosts', (at: number) => `slow${at}.example`, 25],
])(
  '25 pictures that hang, %s, keep none of another host from being read',
  async (_, hostAt, most) => {
    const { asked, readImage } = createHosts();
    const hung = Array.from({ length: 25 }, (_each, at) => `https://${hostAt(at)}/${at}`);
    const good = 'https://good.example/1';
    const places = [...hung, good].map((url) => placeAt(url));
    const done = collectPictures(places, 1000, { readImage, kept });
    await turns();
    expect([...asked.keys()]).toEqual([...hung.slice(0, most), good]);
    asked.get(good)?.send('good');
    for (let at = 0; at < hung.length; at += 1) {
      await turns();
      asked.get(hung[at]!)?.fail();
    }
    expect((await done).map(({ place, body }) => [place, String(body)])).toEqual([[good, 'good']]);
  },
);

it('asks for no more while what came before its turn fills the room', async () => {
  const { asked, readImage } = createHosts();
  const urls = Array.from({ length: 40 }, (_each, at) => `https://h${at}.example/1`);
  const done = collectPictures(
    urls.map((url) => placeAt(url)),
    100,
    { readImage, kept },
  );
  await turns();
  expect(asked.size).toBe(32);
  for (const url of urls.slice(1, 32)) asked.get(url)?.send('x'.repeat(60));
  await turns();
  expect(asked.size).toBe(32);
  asked.get(urls[0]!)?.fail();
  for (let at = 0; at < 40; at += 1) {
    await turns();
    for (const url of urls) asked.get(url)?.fail();
  }
  expect((await done).map(({ place }) => place)).toEqual([urls[1]]);
});

interface Size {
  readonly large: number;
  readonly small: number;
  readonly host: number;
}

/** One after the other, as long as they fit. */
function oracle(sizes: readonly Size[], room: number): string[] {
  let left = room;
  return sizes.flatMap(({ large, small }, at) => {
    const size = [large, small].find((one) => one <= left);
    if (large === 0 || size === undefined || size === 0) return [];
    left -= size;
    return [`${at}: ${size}`];
  });
}

it('in whatever order pictures come, those are kept that would be if each waited for the one before', async () => {
  const size = fc.record({
    large: fc.integer({ min: 0, max: 9 }),
    small: fc.integer({ min: 0, max: 4 }),
    host: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(size, { maxLength: 50 }),
      fc.integer({ min: 0, max: 60 }),
      async (scheduler, sizes, room) => {
        const bytes = new Map<string, number>();
        const places = sizes.map(({ large, small, host }, at) => {
          const urls = [large, small].map(
            (_each, which) => `https://h${host}.example/${at}/${which}`,
          );
          bytes.set(urls[0]!, large).set(urls[1]!, small);
          return { ...placeAt(urls[0]!, urls[1]), place: String(at) };
        });
        // Those of no bytes fail.
        const readImage = scheduler.scheduleFunction(async ([url = '']: readonly string[]) => {
          const length = bytes.get(url) ?? 0;
          if (length === 0) throw new UpstreamBroken('it hangs');
          return picture('x'.repeat(length));
        });
        const done = collectPictures(places, room, { readImage, kept });
        const shown = (await scheduler.waitFor(done)).map(
          ({ place, body }) => `${place}: ${body.length}`,
        );
        expect(shown).toEqual(oracle(sizes, room));
      },
    ),
    propertySize(),
  );
});
