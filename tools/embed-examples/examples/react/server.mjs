// Renders the page for each reader; posts are fetched once.
import { createServer } from 'node:http';
import { createElement as h } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { fetchEmbed } from '@triptych/embed-client';

const baseUrl = process.env.EMBEDS_URL ?? 'http://localhost:8081';
const posts = process.env.POSTS ?? 'https://x.com/a/status/1641086480675225601';

const embeds = await Promise.all(posts.split(' ').map((url) => fetchEmbed(url, { baseUrl })));
const [{ policy }] = embeds;

// The parser makes a shadow root of what React sent; where the page is hydrated, that is no difference to warn of.
function Post({ html }) {
  return h('div', { dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true });
}

function Page() {
  return h(
    'html',
    { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, 'Posts')),
    h(
      'body',
      null,
      h(
        'main',
        null,
        h('h1', null, 'Posts'),
        embeds.map(({ html }, at) => h(Post, { key: at, html })),
      ),
    ),
  );
}

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; style-src ${policy['style-src']}; img-src ${policy['img-src']}`,
  );
  const { pipe } = renderToPipeableStream(h(Page), {
    onAllReady: () => pipe(response),
  });
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
