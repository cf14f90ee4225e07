import { renderToString } from 'preact-render-to-string';
import type { Size } from './frame-size.js';

/** A frame of a page of this server: the same rights as in `<amp-iframe>`, and none over the page around it. */
export function embedFrame(src: string, title: string, { width, height }: Size): string {
  return renderToString(
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
}
