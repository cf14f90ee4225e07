/** Vimeo's own array of one, or `null`; the hash opens an unlisted video. */
export type FetchVimeo = (id: string, hash: string | null) => Promise<unknown>;

/** The oEmbed answer of YouTube, or `null`. */
export type FetchYoutube = (id: string) => Promise<unknown>;

/** A link that people share in place of a video's address, and that does not hold its id. */
export interface SharedLink {
  readonly host: 'facebook' | 'fb.watch';
  /** With a leading slash. */
  readonly path: string;
}

/** The address that a link leads to, as the host writes it, or `null`. */
export type FollowFacebook = (link: SharedLink) => Promise<string | null>;
