import type { Media } from '../media/media-item.js';
import type { Video } from '../videos/video.js';
import type { Words } from './locale.js';
import { plainWords, type Post, postLabel, snapshotWords } from './post.js';
import { readable } from './readable-text.js';
import { videoPlayer } from './video-player.js';

/** The words that stand for an embed where its page does not come. Plain text. */
export interface Quotation {
  readonly words: string;
  /** BCP 47 or nothing. */
  readonly lang: string | undefined;
  /** Who wrote it, and where. */
  readonly source: string;
  readonly href: string;
  readonly date: string | null;
  /** That they are of a snapshot, and of when. */
  readonly note?: string | null;
}

export function quotationOf(post: Post, words: Words): Quotation {
  const { warning, text, lang, permalink, createdAt, snapshot } = post;
  const warned = warning ? plainWords(warning) : null;
  return {
    words: readable(warned ?? plainWords(text))?.trim() ?? '',
    lang: warned === null ? lang : undefined,
    source: postLabel(post, words),
    href: permalink,
    date: createdAt && words.dayOrMoment(createdAt),
    note: snapshot ? `${snapshotWords(snapshot, words)} ${words.moment(snapshot.takenAt)}` : null,
  };
}

export function quotationOfVideo(video: Video, title: string): Quotation {
  const { canonical } = videoPlayer(video, {});
  const words = readable(video.author) ?? '';
  return { words, lang: undefined, source: title, href: canonical, date: null };
}

/** Of a page of an oEmbed provider. */
export function quotationOfMedia(
  { author, page, provider }: Pick<Media, 'author' | 'page' | 'provider'>,
  title: string,
): Quotation {
  const source = `${title} · ${provider}`;
  return { words: readable(author)?.trim() ?? '', lang: undefined, source, href: page, date: null };
}
