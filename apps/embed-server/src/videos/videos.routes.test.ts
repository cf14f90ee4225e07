import { pictures } from '../testing/pictures.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sendFile } from '../testing/upstream-player.js';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.closeAsForeseen());

const get = (url: string) => server.app.inject({ url });

describe.each(['host-a', 'youtube'])('GET /video/%s', (segment) => {
  const root = `/video/${segment}/m6UOo2YGbIE`;

  it('200: empty data, without asking anybody', async () => {
    const reply = await get(root);
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    expect(server.upstream.calls).toEqual([]);
  });

  it.each(['a%20b', 'a.b', '%3Cscript%3E', 'x'.repeat(65)])('400: %s is no id', async (id) => {
    expect((await get(`/video/${segment}/${id}`)).statusCode).toBe(400);
    expect((await get(`/video/${segment}/${id}-poster-image`)).statusCode).toBe(400);
    expect((await get(`/video/${segment}/${id}.amp`)).statusCode).toBe(400);
  });

  it('200: the largest poster there is; a 404 with a picture is still a 404', async () => {
    for (const name of ['maxresdefault', 'sddefault']) {
      server.upstream.on(`/vi/m6UOo2YGbIE/${name}.jpg`, (_request, response) => {
        response.writeHead(404, { 'content-type': 'image/jpeg' }).end(pictures.jpeg);
      });
    }
    server.upstream.on('/vi/m6UOo2YGbIE/hqdefault.jpg', sendFile(pictures.jpeg, 'image/jpeg'));
    const reply = await get(`${root}-poster-image`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(reply.headers['content-length']).toBe(String(pictures.jpeg.length));
    await get(`${root}-poster-image`);
    expect(server.upstream.calls).toHaveLength(3);
  });

  it('200: WebP first for who names it, JPEG for all others; caches are told', async () => {
    server.upstream.json('*', '', 404);
    server.upstream.on(
      '/vi_webp/m6UOo2YGbIE/sddefault.webp',
      sendFile(pictures.webp, 'image/webp'),
    );
    server.upstream.on('/vi/m6UOo2YGbIE/sddefault.jpg', sendFile(pictures.jpeg, 'image/jpeg'));
    const ask = async (accept: string) => {
      const url = `${root}-poster-image`;
      const { headers } = await server.app.inject({ url, headers: { accept } });
      return [headers['content-type'], headers['vary']];
    };
    const browser = 'image/avif,image/webp,image/*;q=0.8,*/*;q=0.5';
    for (let n = 0; n < 4; n += 1) {
      expect(await ask(browser)).toEqual(['image/webp', expect.stringMatching(/\bAccept$/)]);
      for (const accept of ['*/*', 'image/jpeg', 'image/webp;q=0, */*']) {
        expect(await ask(accept)).toEqual(['image/jpeg', expect.stringMatching(/\bAccept$/)]);
      }
    }
    expect(server.upstream.calls.filter((call) => call.includes('webp'))).toEqual([
      '/vi_webp/m6UOo2YGbIE/maxresdefault.webp',
      '/vi_webp/m6UOo2YGbIE/sddefault.webp',
    ]);
  });

  it.each(['-poster-image', '-poster-imag', 'x-poster-image-poster-image'])(
    'takes the id %s apart from the suffix',
    async (id) => {
      server.upstream.on('*', sendFile(pictures.jpeg, 'image/jpeg'));
      expect((await get(`/video/${segment}/${id}-poster-image`)).statusCode).toBe(200);
      expect(server.upstream.calls).toEqual([`/vi/${id}/maxresdefault.jpg`]);
    },
  );

  it('404: no poster of any size; 502: the host fails', async () => {
    server.upstream.json('*', '', 404);
    const absent = await get(`${root}-poster-image`);
    expect([absent.statusCode, absent.json().code]).toEqual([404, 'image_not_found']);
    server.upstream.json('*', '', 500);
    expect((await get(`/video/${segment}/other-poster-image`)).statusCode).toBe(502);
    expect((await get(`/video/${segment}/-poster-image`)).statusCode).toBe(400);
  });

  it('200: a page with the title, or without it when the host does not tell', async () => {
    server.upstream.on('/oembed', (_request, response, url) => {
      expect(url.searchParams.get('url')).toBe('https://www.youtube.com/watch?v=m6UOo2YGbIE');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(server.upstream.fixture('video-youtube-oembed')));
    });
    const { title } = server.upstream.fixture('video-youtube-oembed') as { title: string };
    const reply = await get(`${root}.amp`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(reply.body).toContain(title.slice(0, 10));
    expect(reply.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    server.upstream.json('/oembed', 'down', 500);
    expect((await get(`/video/${segment}/other.amp`)).statusCode).toBe(200);
  });
});

describe.each(['host-b', 'vimeo'])('GET /video/%s', (segment) => {
  const root = `/video/${segment}/223099532`;
  const api = '/api/v2/video/223099532.json';
  const playApi = () => {
    const { body } = server.upstream.fixture('video-vimeo-api-v2') as { body: unknown };
    server.upstream.json(api, body);
    return body;
  };

  it("200: the host's own array of one", async () => {
    const body = playApi();
    const reply = await get(root);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual(body);
  });

  it('200: from oEmbed, in the same shape, when the old API does not know or fails', async () => {
    server.upstream.json('/api/oembed.json', server.upstream.fixture('video-vimeo-oembed-2'));
    for (const status of [404, 500]) {
      server.upstream.json(api, 'no', status);
      const [video] = (await get(root)).json();
      expect(video).toMatchObject({ id: 223099532, title: 'Vimeo Live is here', duration: 75 });
      server.wait(3601);
    }
  });

  it('200: an unlisted video with its secret', async () => {
    server.upstream.on('/api/oembed.json', (_request, response, url) => {
      expect(url.searchParams.get('url')).toBe('https://vimeo.com/5/abc123');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(server.upstream.fixture('video-vimeo-oembed-2')));
    });
    expect((await get(`/video/${segment}/5?h=abc123`)).statusCode).toBe(200);
    expect((await get(`/video/${segment}/5?h=../x`)).statusCode).toBe(400);
  });

  it.each(['abc', '1a', '-1', '1'.repeat(21)])('400: %s is no id', async (id) => {
    expect((await get(`/video/${segment}/${id}`)).statusCode).toBe(400);
    expect((await get(`/video/${segment}/${id}.amp`)).statusCode).toBe(400);
    expect((await get(`/video/${segment}/${id}-poster-image`)).statusCode).toBe(400);
  });

  it('404: unknown to both; data, page and poster', async () => {
    server.upstream.json('*', 'none', 404);
    for (const suffix of ['', '.amp', '-poster-image']) {
      const reply = await get(`/video/${segment}/9${suffix}`);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'video_not_found']);
    }
  });

  it('502 and 503: the host fails or limits', async () => {
    server.upstream.json('*', 'down', 500);
    expect((await get(root)).statusCode).toBe(502);
    server.wait(10);
    server.upstream.json('*', 'down', 429, { 'retry-after': '9' });
    const reply = await get(root);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '9']);
  });

  it('200: the poster, larger than named where the host has it', async () => {
    playApi();
    const larger = '/media/i.vimeocdn.com/video/642067351_1280.jpg';
    server.upstream.on(larger, sendFile(pictures.jpeg, 'image/jpeg'));
    expect((await get(`${root}-poster-image`)).statusCode).toBe(200);
    server.upstream.json(larger, 'none', 404);
    const named = '/media/i.vimeocdn.com/video/642067351_640.jpg';
    server.upstream.on(named, sendFile(pictures.jpeg, 'image/jpeg'));
    server.wait(700_000);
    expect((await get(`${root}-poster-image`)).statusCode).toBe(200);
    expect(server.upstream.calls.at(-1)).toBe(named);
  });

  it('200: a page', async () => {
    playApi();
    const reply = await get(`${root}.amp?start=30`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(reply.body).toContain('223099532-poster-image');
  });
});

describe.each(['host-c', 'facebook'])('GET /video/%s', (segment) => {
  it('200: the canonical address, without asking anybody', async () => {
    const reply = await get(`/video/${segment}/10156049485672318`);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ canonicalUrl: 'https://www.facebook.com/10156049485672318' });
    expect((await get(`/video/${segment}/10156049485672318.amp`)).statusCode).toBe(200);
    expect(server.upstream.calls).toEqual([]);
  });

  it('200: each id its own, however often it is asked for', async () => {
    for (let n = 0; n < 4; n += 1) {
      for (const id of ['1', '2']) {
        const url = `https://www.facebook.com/${id}`;
        expect((await get(`/video/${segment}/${id}`)).json()).toEqual({ canonicalUrl: url });
        expect((await get(`/video/${segment}/${id}.amp`)).body).toContain(`/watch/?v=${id}"`);
      }
    }
  });

  it('400: the id is no number; 404: there is no poster', async () => {
    expect((await get(`/video/${segment}/abc`)).statusCode).toBe(400);
    expect((await get(`/video/${segment}/abc.amp`)).statusCode).toBe(400);
    expect((await get(`/video/${segment}/10156049485672318-poster-image`)).statusCode).toBe(400);
  });
});

it('404: another host', async () => {
  expect((await get('/video/host-d/1')).statusCode).toBe(404);
});
