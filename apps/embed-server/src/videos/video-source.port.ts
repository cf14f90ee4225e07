/** Vimeo's own array of one, or `null`; the hash opens an unlisted video. */
export type FetchVimeo = (id: string, hash: string | null) => Promise<unknown>;

/** The oEmbed answer of YouTube, or `null`. */
export type FetchYoutube = (id: string) => Promise<unknown>;
