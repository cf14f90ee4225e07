import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { pagePath, type Embed } from '../oembed/parse-embed-url.js';

export type Snippets = ReturnType<typeof snippetsOf>;

const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** How to embed one thing: the element, the path of the page below the server, and HTML, the most useful first. */
export function snippetsOf(embed: Embed, address: string, publicUrl: string) {
  const element = elementOf(embed);
  const path = pagePath(embed);
  const size = embed.kind === 'video' ? { width: 640, height: 470 } : { width: 550, height: 600 };
  const frame = { src: publicUrl + path, ...size, sandbox, title: element.title };
  const module = html('script', { type: 'module', src: `${publicUrl}/embed.js` });
  const tag = html(element.tag, element.attributes, h('a', { href: address }, address));
  const plain = { ...frame, loading: 'lazy', style: 'border:0;max-width:100%' };
  const asking = `${publicUrl}/oembed?url=${encodeURIComponent(address)}`;
  const found = { rel: 'alternate', type: 'application/json+oembed', href: asking };
  return {
    element,
    path,
    ways: [
      { id: 'element', name: 'Custom element', html: `${module}\n${tag}` },
      { id: 'amp', name: 'AMP', html: ampFrame(frame) },
      { id: 'iframe', name: 'iframe', html: html('iframe', plain) },
      { id: 'oembed', name: 'oEmbed', html: html('link', found) },
    ],
  };
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function html(tag: string, attributes: Attributes, child?: VNode): string {
  return renderToString(h(tag, attributes as object, child) as VNode);
}

function ampFrame(frame: Attributes): string {
  const overflow = { overflow: true, tabindex: 0, role: 'button', 'aria-label': 'Show all' };
  const attributes = { ...frame, layout: 'responsive', resizable: true, frameborder: 0 };
  return html('amp-iframe', attributes, h('div', overflow as object));
}

interface Element {
  readonly tag: string;
  readonly title: string;
  readonly attributes: Attributes;
}

function elementOf(embed: Embed): Element {
  if (embed.kind === 'tweet') {
    return { tag: 'embed-tweet', title: 'Post on X', attributes: { status: embed.id } };
  }
  if (embed.kind === 'status') {
    return { tag: 'embed-mastodon', title: 'Post', attributes: { status: embed.statusUrl } };
  }
  if (embed.kind === 'bluesky') {
    const attributes = { href: embed.postUrl };
    return { tag: 'embed-bluesky', title: 'Post on Bluesky', attributes };
  }
  if (embed.kind === 'media') {
    return { tag: 'embed-media', title: 'Content', attributes: { href: embed.page } };
  }
  const [start, hash] = [embed.start ?? undefined, embed.hash ?? undefined];
  const attributes = { type: embed.host, 'video-id': embed.id, start, hash };
  return { tag: 'embed-video', title: 'Video', attributes };
}
