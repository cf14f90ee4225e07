// Writes dist/index.html, which is all there is to serve.
import { mkdir, writeFile } from 'node:fs/promises';
import { fetchEmbed } from '@triptych/embed-client';

const baseUrl = process.env.EMBEDS_URL ?? 'http://localhost:8081';
const posts = process.env.POSTS ?? 'https://x.com/a/status/1641086480675225601';

const embeds = await Promise.all(posts.split(' ').map((url) => fetchEmbed(url, { baseUrl })));
const [{ policy }] = embeds;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src ${policy['style-src']}; img-src ${policy['img-src']}"
    />
    <title>Posts</title>
  </head>
  <body>
    <main>
      <h1>Posts</h1>
      ${embeds.map(({ html }) => html).join('\n')}
    </main>
  </body>
</html>
`;

await mkdir('dist', { recursive: true });
await writeFile('dist/index.html', page);
