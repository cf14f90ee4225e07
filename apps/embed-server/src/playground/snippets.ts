import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Embed } from '../oembed/parse-embed-url.js';

/** How to embed one thing: the element as a tag and its attributes, and the HTML of each way. */
export interface Snippets {
  readonly element: ElementParts;
  /** The page's path below the server, with a leading slash. */
  readonly path: string;
  /** Most useful first. */
  readonly ways: readonly Way[];
}

export interface ElementParts {
  readonly tag: 'embed-tweet' | 'embed-mastodon' | 'embed-video';
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Way {
  readonly id: string;
  readonly name: string;
  readonly html: string;
}

const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

export function snippetsOf(embed: Embed, address: string, publicUrl: string): Snippets {
  const element = elementOf(embed);
  const path = pathOf(embed);
  const size = embed.kind === 'video' ? { width: 640, height: 470 } : { width: 550, height: 600 };
  const frame = { src: publicUrl + path, ...size, sandbox, title: titles[element.tag] };
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

const titles = {
  'embed-tweet': 'Post on X',
  'embed-mastodon': 'Post',
  'embed-video': 'Video',
} as const satisfies Record<ElementParts['tag'], string>;

type Attributes = Readonly<Record<string, string | number | boolean>>;

function html(tag: string, attributes: Attributes, child?: VNode): string {
  return renderToString(h(tag, attributes as object, child) as VNode);
}

function ampFrame(frame: Attributes): string {
  const overflow = { overflow: true, tabindex: 0, role: 'button', 'aria-label': 'Show all' };
  const attributes = { ...frame, layout: 'responsive', resizable: true, frameborder: 0 };
  return html('amp-iframe', attributes, h('div', overflow as object));
}

function elementOf(embed: Embed): ElementParts {
  if (embed.kind === 'tweet') return { tag: 'embed-tweet', attributes: { status: embed.id } };
  if (embed.kind === 'status') {
    return { tag: 'embed-mastodon', attributes: { status: embed.statusUrl } };
  }
  const { host, id, start, hash } = embed;
  const attributes = { type: host, 'video-id': id, ...known({ start, hash }) };
  return { tag: 'embed-video', attributes };
}

function pathOf(embed: Embed): string {
  if (embed.kind === 'tweet') return `/tweet/${embed.id}.amp`;
  if (embed.kind === 'status') return `/mastodon/${encodeURIComponent(embed.statusUrl)}.amp`;
  const query = new URLSearchParams(known({ start: embed.start, h: embed.hash })).toString();
  return `/video/${embed.host}/${embed.id}.amp${query && `?${query}`}`;
}

// What the page's schema would refuse is left out.
function known(values: Readonly<Record<string, string | null>>): Record<string, string> {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    value !== null && /^[A-Za-z\d]{1,64}$/.test(value) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
