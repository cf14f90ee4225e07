/** What the pages and oEmbed need to know of a page of a provider; `null` where it does not say. Types only. */
export interface Media {
  readonly type: MediaType;
  readonly title: string | null;
  readonly author: string | null;
  readonly authorUrl: string | null;
  /** As the registry has it, not as the reply says. */
  readonly provider: string;
  readonly providerUrl: string;
  /** Where a reader finds it. */
  readonly page: string;
  /** The provider's own player, for a sandboxed frame after a press. */
  readonly player: Player | null;
  /** Pixels of the player, or of the picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Addresses of the picture, the largest first; the server alone asks for them. */
  readonly pictures: readonly string[];
  readonly thumbnail: { readonly width: number; readonly height: number } | null;
}

export type MediaType = 'photo' | 'video' | 'rich' | 'link';

export interface Player {
  readonly address: string;
  /** The parameter in which the player wants the host of each page around it, if it does. */
  readonly parents: string | null;
}
