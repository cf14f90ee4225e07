import { createTestApp, type TestApp } from '../testing/test-app.js';
import { publish, sampleAt } from '../testing/fediverse.js';
import { parseStatusUrl } from './parse-status-url.js';
import { serveShape, shapes } from '../testing/url-shapes.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

describe('addresses as people copy them', () => {
  it.each(shapes)('%s: %s', async (...shape) => {
    const [program, pasted, id] = shape;
    const { upstream } = server;
    upstream.reset();
    upstream.on('*', (_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here');
    });
    const written = { summary: null, content: `<p>words of ${program}</p>` };
    const note = { ...sampleAt(upstream.origin, 'ap-note'), ...written, id: upstream.origin + id };
    serveShape(upstream, shape, note);
    publish(upstream, sampleAt(upstream.origin, 'ap-actor'));
    const address = encodeURIComponent(upstream.origin + pasted);
    const page = await server.app.inject(`/mastodon/${address}.amp`);
    expect([page.statusCode, page.body.includes(`words of ${program}`)]).toEqual([200, true]);
    const oembed = await server.app.inject(`/oembed?url=${address}`);
    expect(oembed.statusCode).toBe(200);
  });

  it('are many, of many programs, and most say nothing of what they are', () => {
    const programs = new Set(shapes.map(([program]) => program));
    const isOpen = ([, pasted]: (typeof shapes)[number]) =>
      parseStatusUrl(`https://a.example${pasted}`)?.isOpen ?? false;
    const open = shapes.filter(isOpen).length;
    expect({ answered: shapes.length, open, programs: programs.size }).toEqual({
      answered: 55,
      open: 33,
      programs: 44,
    });
  });
});
