import { load } from 'cheerio';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createTestApp } from './testing/test-app.js';

const root = '/tmp/e21/fx';
const posts = /^(Note|Question|Article|Page|Image|Video|Audio|Event|Announce|Create|Update|PodcastEpisode|Review|Document|ChatMessage|Album|Track|Quotation|Comment|Rating)$/;

it('corpus', async () => {
  const server = await createTestApp();
  const { upstream } = server;
  const out: string[] = [];
  for (const dir of readdirSync(root)) for (const f of readdirSync(`${root}/${dir}`)) {
    const raw = readFileSync(`${root}/${dir}/${f}`, 'utf8');
    let o: any;
    try { o = JSON.parse(raw); } catch { continue; }
    const id = o?.id ?? o?.['@id'];
    const types = [o?.type ?? o?.['@type']].flat();
    if (typeof id !== 'string' || !/^https?:/.test(id) || !types.some((t: any) => typeof t === 'string')) continue;
    if (!posts.test(String(types[0]))) { if (!/Person|Group|Follow|Like|Undo|Delete|Collection|Accept|Reject|Service|Application|Block|Add|Remove|Move|Organization|Flag|Lock|Emoji|Tombstone/.test(String(types[0]))) out.push(`SKIP ${dir}/${f} ${types}`); continue; }
    const host = new URL(id).origin;
    const here = JSON.parse(raw.replaceAll(host, upstream.origin));
    upstream.reset();
    upstream.on('*', (_q, r, url) => {
      if (/\.(png|jpe?g|mp4)$/.test(url.pathname)) return void r.writeHead(404).end();
      r.writeHead(404, { 'content-type': 'text/html' }).end();
    });
    const inner = typeof here.object === 'object' && here.object ? here.object : here;
    for (const a of [here.actor, here.attributedTo, inner.attributedTo].flat(3)) {
      const aid = typeof a === 'string' ? a : a?.id;
      if (typeof aid !== 'string' || !aid.startsWith(upstream.origin)) continue;
      upstream.on(new URL(aid).pathname, (_q, r) => void r.writeHead(200, { 'content-type': 'application/activity+json' }).end(JSON.stringify({ id: aid, type: 'Person', preferredUsername: 'ada', name: 'Ada L' })));
    }
    upstream.on(new URL(here.id ?? here['@id']).pathname, (_q, r) => void r.writeHead(200, { 'content-type': 'application/activity+json' }).end(JSON.stringify(here)));
    const a = encodeURIComponent(here.id ?? here['@id']);
    const page = await server.app.inject(`/mastodon/${a}.amp`);
    const json = await server.app.inject(`/mastodon/${a}`);
    const $ = load(page.body);
    out.push(`${page.statusCode} ${dir}/${f} ${types} ${id}`);
    if (page.statusCode === 200) {
      const s = json.json(); const t = s.reblog ?? s;
      out.push(`    TEXT ${$('article').text().replace(/\s+/g, ' ').slice(0, 500)}`);
      out.push(`    MEDIA ${$('article img').toArray().map((e) => $(e).attr('src')?.slice(-40)).join(' | ')} CARD ${$('a.card').attr('href') ?? '-'}`);
      out.push(`    KEYS ${Object.keys(inner).join(',')} att ${JSON.stringify(inner.attachment ?? null)?.slice(0, 300)} img ${JSON.stringify(inner.image ?? inner.icon ?? null)?.slice(0, 200)} vis ${t.visibility} lang ${t.language} at ${t.created_at}`);
    } else out.push(`    ${json.body.slice(0, 200)} to ${JSON.stringify(inner.to)} cc ${JSON.stringify(inner.cc)} by ${JSON.stringify(inner.attributedTo ?? here.actor)?.slice(0, 150)}`);
  }
  writeFileSync('/tmp/e21/corpus.out', out.join('\n'));
  await server.close();
}, 300_000);
