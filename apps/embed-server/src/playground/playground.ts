import type { ReadEmbed } from '../oembed/read-embed.js';
import type { Page } from '../pages/page.js';
import { renderPlayground } from './playground-page.js';
import { snippetsOf } from './snippets.js';

export type ShowPlayground = ReturnType<typeof createShowPlayground>;

/**
 * The playground for what was pasted; empty at the start. It asks nobody but where a shared link leads, and of a page of any
 * site whether it is a status.
 */
export function createShowPlayground(readEmbed: ReadEmbed, publicUrl: string) {
  return async (pasted: string): Promise<Page> => {
    const given = pasted.trim();
    // People copy addresses without the scheme too.
    const address = /^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`;
    const embed = given === '' ? null : await readEmbed(address).catch(() => null);
    const snippets = embed === null ? null : snippetsOf(embed, address, publicUrl);
    return renderPlayground({ given, snippets }, publicUrl);
  };
}
