/** The bytes at an address, or `null` when there is nothing. Throws when the upstream fails. */
export type FetchImage = (url: string) => Promise<Buffer | null>;

/** The media type of a picture that browsers show and that holds no script, told by its bytes; else `null`. */
export type TellImageType = (body: Buffer) => Promise<string | null>;
