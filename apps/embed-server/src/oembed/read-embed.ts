import { isInvalidStatusUrl } from '../statuses/statuses.errors.js';
import type { ReadStatus } from '../statuses/statuses.js';
import type { Videos } from '../videos/videos.js';
import { recogniseEmbed, type Embed, type RecogniseMedia } from './parse-embed-url.js';
import { sharedLinkOf } from './parse-video-url.js';

/**
 * What an address is of; `null`: this server has no page of it. Asks nobody unless the address hides the id, or says nothing
 * of what it is: then the status is read. Throws what reading it throws.
 */
export type ReadEmbed = (address: string) => Promise<Embed | null>;

export function createReadEmbed({
  followFacebook,
  readStatus,
  media,
  publicUrl,
}: {
  readonly followFacebook: Videos['followFacebook'];
  readonly readStatus: ReadStatus;
  readonly media: { readonly recognise: RecogniseMedia };
  readonly publicUrl: string;
}): ReadEmbed {
  const recognise = (address: string) => recogniseEmbed(address, publicUrl, media.recognise);
  const videoAt = (address: string) => {
    const found = recognise(address);
    return found?.kind === 'video' && found.host === 'facebook' ? found : null;
  };
  const confirmed = async (embed: Embed | null) => {
    if (embed?.kind === 'status' && embed.isOpen) await readStatus(embed.statusUrl);
    return embed;
  };
  return async (address) => {
    const link = URL.canParse(address) ? sharedLinkOf(new URL(address)) : null;
    if (link === null) return confirmed(recognise(address)).catch(nothingIfNoStatus);
    const target = await followFacebook(link, (each) => videoAt(each) !== null);
    return target === null ? null : videoAt(target);
  };
}

function nothingIfNoStatus(error: unknown): null {
  if (isInvalidStatusUrl(error)) return null;
  throw error;
}

/** The post that an address is of, also where that shows it in its thread. */
export function withoutThreads(readEmbed: ReadEmbed): ReadEmbed {
  return async (address) => {
    const embed = await readEmbed(address);
    return embed && 'isThread' in embed ? { ...embed, isThread: undefined } : embed;
  };
}
