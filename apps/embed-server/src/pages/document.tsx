import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { postPageScript } from '../generated/browser-scripts.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import { isolateText } from './isolate-text.js';
import { pageStyle } from './page-style.js';
import { basePath, type Page, type PageOptions } from './page.js';
import { wordsIn } from './locale.js';
import { PreviewTags } from './preview-tags.js';
import { PictureBase } from './place.js';
import type { Preview } from './preview.js';
import type { Quotation } from './quotation.js';

export interface DocumentParts {
  readonly title: string;
  /** For who jumps from heading to heading, where the body shows none. */
  readonly heading?: string;
  readonly preview: Preview;
  /** The item at its home. */
  readonly canonical: string;
  /** What oEmbed discovery asks for, where that is not `canonical`. */
  readonly asked?: string;
  /** `no-referrer` lets X's mp4s play; YouTube's player refuses to without an origin (error 153). */
  readonly referrer: 'no-referrer' | 'strict-origin-when-cross-origin';
  readonly media?: readonly string[];
  /** Where the addresses of its pictures begin, with a slash at the end, where it shows so many that they take much of it. */
  readonly pictureBase?: string | undefined;
  readonly frames?: readonly string[];
  /** In the place of the one of other pages. */
  readonly script?: string;
}

/** What is shown of an item: as a page by itself, or as a fragment of another. */
export interface View {
  readonly body: ComponentChildren;
  /** The words that stand for the body where it does not come. */
  readonly quotation: Quotation;
  readonly document: DocumentParts;
}

/** The frame of every page: head, policy, style and script around the body. */
export function renderDocument(
  { body, document: parts }: Pick<View, 'body' | 'document'>,
  options: PageOptions,
): Page {
  const { language, messages } = wordsIn(options.language);
  const { pictureBase } = parts;
  const html = renderToString(
    <html lang={language} dir={messages.direction} data-theme={options.theme}>
      <head>
        <meta charset="utf-8" />
        <base href={pictureBase} target="_blank" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{parts.title}</title>
        <meta name="robots" content="noindex" />
        <meta name="referrer" content={parts.referrer} />
        <meta name="color-scheme" content={options.theme ?? 'light dark'} />
        <link rel="icon" href={`${basePath(options.publicUrl)}/favicon.ico`} />
        <link rel="canonical" href={parts.canonical} />
        <link rel="alternate" type="application/json+oembed" href={discovery(parts, options)} />
        <link
          rel="alternate"
          type="text/xml+oembed"
          href={`${discovery(parts, options)}&format=xml`}
        />
        <PreviewTags preview={parts.preview} url={parts.canonical} publicUrl={options.publicUrl} />
        <style dangerouslySetInnerHTML={{ __html: pageStyle }} />
      </head>
      <body>
        <main>
          {parts.heading && <h1 class="hidden">{parts.heading}</h1>}
          <PictureBase.Provider value={pictureBase ?? ''}>{body}</PictureBase.Provider>
        </main>
        <script dangerouslySetInnerHTML={{ __html: parts.script ?? postPageScript }} />
      </body>
    </html>,
  );
  return {
    // Parsers of HTML know that a path of SVG ends in itself.
    html: `<!doctype html>${isolateText(html).replaceAll('></path>', '/>')}`,
    contentSecurityPolicy: contentSecurityPolicy({
      script: parts.script ?? postPageScript,
      style: pageStyle,
      media: parts.media ?? [],
      frames: parts.frames ?? [],
      frameAncestors: options.frameAncestors,
      hasBase: pictureBase !== undefined,
    }),
  };
}

function discovery(parts: DocumentParts, options: PageOptions): string {
  const base = options.publicUrl.replace(/(?<!\/)\/+$/, '');
  return `${base}/oembed?url=${encodeURIComponent(parts.asked ?? parts.canonical)}`;
}
