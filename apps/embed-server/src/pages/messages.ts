import { ar } from './messages/ar.js';
import { de } from './messages/de.js';
import { en } from './messages/en.js';
import { es } from './messages/es.js';
import { fr } from './messages/fr.js';
import { ja } from './messages/ja.js';
import { pt } from './messages/pt.js';

/** The interface's own words. A further language is a further file in `messages/`, named in `catalogues`. */
export interface Messages {
  readonly direction: 'ltr' | 'rtl';
  viewOn(place: string): string;
  postBy(name: string, place: string): string;
  /** Of what the place says, and nobody vouches for. */
  accordingTo(place: string): string;
  boostedBy(name: string): string;
  repostedBy(name: string): string;
  replyingTo(handle: string): string;
  readonly replyingToPost: string;
  readonly showMore: string;
  readonly edited: string;
  /** Of an event. */
  readonly cancelled: string;
  /** What one may do with a post, as a command. */
  readonly actions: Readonly<Record<'reply' | 'repost' | 'like', string>>;
  /** By who vouches for it. */
  readonly verified: Readonly<Record<Verified, string>>;
  readonly bot: string;
  readonly sensitiveMedia: string;
  readonly contentWarning: string;
  image(number: number, total: number): string;
  readonly playVideo: string;
  readonly playGif: string;
  readonly playAudio: string;
  readonly attachment: string;
  readonly unavailableMedia: string;
  loadMedia(provider: string): string;
  loadsFrom(provider: string): string;
  readonly poll: string;
  readonly finalResults: string;
  readonly endsAt: string;
  readonly video: string;
  /** Why a quoted post is not shown. */
  readonly quoteGaps: Readonly<Record<QuoteGap, string>>;
  /** What a snapshot stands in for, by why; a date follows. */
  readonly snapshots: Readonly<Record<'failing' | 'gone', string>>;
  /** Where a thread is not shown whole. */
  restOfThread(place: string): string;
  /** In the place of a post. */
  readonly withheld: string;
  readonly records: Readonly<Record<'list' | 'feed' | 'starterPack' | 'labeler', string>>;
  readonly counted: Readonly<Record<Counted, Plural>>;
}

export type Verified = 'blue' | 'business' | 'government' | 'legacy' | 'verifier';

export type QuoteGap = 'gone' | 'blocked' | 'detached' | 'withheld';

export type CountedOfPost = 'replies' | 'likes' | 'reposts' | 'quotes' | 'boosts' | 'favourites';

export type Counted = CountedOfPost | 'votes' | 'voters';

/** By the categories of `Intl.PluralRules`; `#` stands for the number. A language has those that it distinguishes. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export const languages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

export const catalogues: Readonly<Record<Language, Messages>> = { en, de, fr, es, pt, ja, ar };

/** Of a tag with a region (`pt-BR`) the language; `undefined` when no catalogue has it. */
export function knownLanguage(preference: string | undefined): Language | undefined {
  const [tag] = (preference ?? '').toLowerCase().split('-');
  return languages.find((language) => language === tag);
}
