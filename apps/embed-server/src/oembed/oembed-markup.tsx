import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { isolateText } from '../pages/isolate-text.js';
import type { Attributes, EmbedElement } from './embed-element.js';
import type { Quotation } from '../pages/quotation.js';
import type { Size } from './frame-size.js';

/** A frame of a page of this server: the same rights as in `<amp-iframe>`, and none over the page around it. */
export function embedFrame(src: string, title: string, { width, height }: Size): string {
  const frame = renderToString(
    <iframe
      src={src}
      title={title}
      width={width}
      height={height}
      style="border:0;max-width:100%"
      sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      loading="lazy"
      referrerpolicy="strict-origin-when-cross-origin"
    />,
  );
  return isolateText(frame);
}

interface EmbedScript {
  readonly element: EmbedElement;
  /** Attributes that the element hands on to its page. */
  readonly preferences: Attributes;
  readonly quotation: Quotation;
  readonly publicUrl: string;
}

/** The words of the item, which stay where this server is away, in the element that puts its page in their place. */
export function embedScript({ element, preferences, quotation, publicUrl }: EmbedScript): string {
  const { words, lang, source, href, date, note } = quotation;
  const quote = (
    <blockquote>
      {words && (
        <p lang={lang} dir="auto">
          {words}
        </p>
      )}
      — {source} <a href={href}>{date ?? href}</a>
      {note && <p>{note}</p>}
    </blockquote>
  );
  const html = renderToString(
    <>
      {h(element.tag, { ...element.attributes, ...preferences }, quote)}
      <script type="module" src={`${publicUrl}/embed.js`} />
    </>,
  );
  return isolateText(html);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The response as the XML that the oEmbed specification shows. */
export function toXml(oembed: Readonly<Record<string, string | number | undefined>>): string {
  const fields = Object.entries(oembed)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>\n`;
}

// XML 1.0 has no way at all to write most control characters.
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>]/g, (character) => escapes[character] ?? '');
}
