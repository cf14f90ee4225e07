/** What is worth telling only now: never stored, never repeated, lost without harm. */
export type EphemeralEvent =
  | {
      readonly type: 'typing';
      readonly chatId: string;
      readonly userId: string;
      readonly typing: boolean;
    }
  | { readonly type: 'presence'; readonly userId: string; readonly online: boolean };

export interface EphemeralEvents {
  /** To the open streams of these users, at every replica. */
  tell(userIds: readonly string[], whisper: EphemeralEvent): void;
  /** The same, at this replica alone. */
  tellHere(userIds: readonly string[], whisper: EphemeralEvent): void;
  /** Returns the way out. */
  subscribe(userId: string, listener: (whisper: EphemeralEvent) => void): () => void;
}
