import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { elementOf, type Attributes } from '../oembed/embed-element.js';
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

function html(tag: string, attributes: Attributes, child?: VNode): string {
  return renderToString(h(tag, attributes as object, child) as VNode);
}

function ampFrame(frame: Attributes): string {
  const overflow = { overflow: true, tabindex: 0, role: 'button', 'aria-label': 'Show all' };
  const attributes = { ...frame, layout: 'responsive', resizable: true, frameborder: 0 };
  return html('amp-iframe', attributes, h('div', overflow as object));
}
