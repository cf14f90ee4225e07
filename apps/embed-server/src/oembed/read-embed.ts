import type { FollowFacebook } from '../videos/video-source.port.js';
import { recogniseEmbed, type Embed } from './embed-url.js';
import { sharedLinkOf } from './video-url.js';

/** What an address is of; `null`: this server has no page of it. Asks nobody unless the address hides the id. */
export type ReadEmbed = (address: string) => Promise<Embed | null>;

export function createReadEmbed(followFacebook: FollowFacebook, publicUrl: string): ReadEmbed {
  return async (address) => {
    const link = URL.canParse(address) ? sharedLinkOf(new URL(address)) : null;
    if (link === null) return recogniseEmbed(address, publicUrl);
    const target = await followFacebook(link);
    const found = target === null ? null : recogniseEmbed(target, publicUrl);
    return found?.kind === 'video' && found.host === 'facebook' ? found : null;
  };
}
