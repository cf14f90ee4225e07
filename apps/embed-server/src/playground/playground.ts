import { recogniseEmbed } from '../oembed/embed-url.js';
import type { Page } from '../pages/page.js';
import { renderPlayground } from './playground-page.js';
import { snippetsOf } from './snippets.js';

/** The playground for what was pasted; empty at the start. It asks no upstream. */
export type ShowPlayground = (pasted: string) => Page;

export function createShowPlayground(publicUrl: string): ShowPlayground {
  return (pasted) => {
    const given = pasted.trim();
    // People copy addresses without the scheme too.
    const address = /^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`;
    const embed = given === '' ? null : recogniseEmbed(address, publicUrl);
    const snippets = embed === null ? null : snippetsOf(embed, address, publicUrl);
    return renderPlayground({ given, snippets }, publicUrl);
  };
}
