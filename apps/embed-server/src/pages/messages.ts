/** The interface's own words. A further language is a further file in `catalogues` below. */
export interface Messages {
  readonly direction: 'ltr' | 'rtl';
  viewOn(place: string): string;
  postBy(name: string, place: string): string;
  boostedBy(name: string): string;
  replyingTo(handle: string): string;
  readonly replyingToPost: string;
  readonly showMore: string;
  readonly edited: string;
  readonly verified: string;
  readonly bot: string;
  readonly sensitiveMedia: string;
  readonly contentWarning: string;
  image(number: number, total: number): string;
  readonly playVideo: string;
  readonly playGif: string;
  readonly playAudio: string;
  readonly attachment: string;
  readonly unavailableMedia: string;
  loadsFrom(provider: string): string;
  readonly poll: string;
  readonly finalResults: string;
  readonly endsAt: string;
  readonly video: string;
  /** Phrases with a number; `one` and `other` as `Intl.PluralRules` names them. */
  readonly counted: Readonly<Record<Counted, Plural>>;
}

export type Counted =
  'replies' | 'likes' | 'reposts' | 'quotes' | 'boosts' | 'favourites' | 'votes' | 'voters';

/** `#` stands for the number. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const en: Messages = {
  direction: 'ltr',
  viewOn: (place) => `View on ${place}`,
  postBy: (name, place) => `Post by ${name} on ${place}`,
  boostedBy: (name) => `${name} boosted`,
  replyingTo: (handle) => `Replying to ${handle}`,
  replyingToPost: 'Replying to a post',
  showMore: 'Show more',
  edited: 'Edited',
  verified: 'Verified account',
  bot: 'Automated',
  sensitiveMedia: 'Sensitive media: show',
  contentWarning: 'Content warning',
  image: (number, total) => (total === 1 ? 'Image' : `Image ${number} of ${total}`),
  playVideo: 'Play video',
  playGif: 'Play GIF',
  playAudio: 'Play audio',
  attachment: 'Attachment',
  unavailableMedia: 'This media cannot be shown',
  loadsFrom: (provider) => `Playing it loads content from ${provider}.`,
  poll: 'Poll',
  finalResults: 'Final results',
  endsAt: 'Ends',
  video: 'Video',
  counted: {
    replies: { one: '# reply', other: '# replies' },
    likes: { one: '# like', other: '# likes' },
    reposts: { one: '# repost', other: '# reposts' },
    quotes: { one: '# quote', other: '# quotes' },
    boosts: { one: '# boost', other: '# boosts' },
    favourites: { one: '# favourite', other: '# favourites' },
    votes: { one: '# vote', other: '# votes' },
    voters: { one: '# person', other: '# people' },
  },
};

const de: Messages = {
  direction: 'ltr',
  viewOn: (place) => `Auf ${place} ansehen`,
  postBy: (name, place) => `Beitrag von ${name} auf ${place}`,
  boostedBy: (name) => `Geteilt von ${name}`,
  replyingTo: (handle) => `Antwort an ${handle}`,
  replyingToPost: 'Antwort auf einen Beitrag',
  showMore: 'Mehr anzeigen',
  edited: 'Bearbeitet',
  verified: 'Verifiziertes Konto',
  bot: 'Automatisiert',
  sensitiveMedia: 'Sensible Medien: anzeigen',
  contentWarning: 'Inhaltswarnung',
  image: (number, total) => (total === 1 ? 'Bild' : `Bild ${number} von ${total}`),
  playVideo: 'Video abspielen',
  playGif: 'GIF abspielen',
  playAudio: 'Audio abspielen',
  attachment: 'Anhang',
  unavailableMedia: 'Dieser Inhalt kann nicht angezeigt werden',
  loadsFrom: (provider) => `Beim Abspielen werden Inhalte von ${provider} geladen.`,
  poll: 'Umfrage',
  finalResults: 'Endergebnis',
  endsAt: 'Endet',
  video: 'Video',
  counted: {
    replies: { one: '# Antwort', other: '# Antworten' },
    likes: { one: '# Like', other: '# Likes' },
    reposts: { one: '# Repost', other: '# Reposts' },
    quotes: { one: '# Zitat', other: '# Zitate' },
    boosts: { one: '# Mal geteilt', other: '# Mal geteilt' },
    favourites: { one: '# Favorit', other: '# Favoriten' },
    votes: { one: '# Stimme', other: '# Stimmen' },
    voters: { one: '# Person', other: '# Personen' },
  },
};

export const catalogues: Readonly<Record<Language, Messages>> = { en, de };
