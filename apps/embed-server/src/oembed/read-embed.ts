import { isInvalidStatusUrl } from '../statuses/statuses.errors.js';
import type { ReadStatus } from '../statuses/statuses.js';
import type { VideoSources } from '../videos/videos.js';
import { recogniseEmbed, type Embed } from './parse-embed-url.js';
import { sharedLinkOf } from './parse-video-url.js';

/**
 * What an address is of; `null`: this server has no page of it. Asks nobody unless the address hides the id, or says nothing
 * of what it is: then the status is read. Throws what reading it throws.
 */
export type ReadEmbed = (address: string) => Promise<Embed | null>;

export function createReadEmbed({
  followFacebook,
  readStatus,
  publicUrl,
}: {
  readonly followFacebook: VideoSources['followFacebook'];
  readonly readStatus: ReadStatus;
  readonly publicUrl: string;
}): ReadEmbed {
  const confirmed = async (embed: Embed | null) => {
    if (embed?.kind === 'status' && embed.isOpen) await readStatus(embed.statusUrl);
    return embed;
  };
  return async (address) => {
    const link = URL.canParse(address) ? sharedLinkOf(new URL(address)) : null;
    if (link === null)
      return confirmed(recogniseEmbed(address, publicUrl)).catch(nothingIfNoStatus);
    const target = await followFacebook(link);
    const found = target === null ? null : recogniseEmbed(target, publicUrl);
    return found?.kind === 'video' && found.host === 'facebook' ? found : null;
  };
}

function nothingIfNoStatus(error: unknown): null {
  if (isInvalidStatusUrl(error)) return null;
  throw error;
}
