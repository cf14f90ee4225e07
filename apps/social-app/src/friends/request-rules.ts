/** Limits against unwanted requests; zero turns one off. */
export interface RequestRules {
  /** Pending requests of one person. */
  readonly maxOutgoing: number;
  /** Pending requests to one person. */
  readonly maxIncoming: number;
  /** After this many requests to one person that were denied or taken back, further ones arrive without an event for a while. */
  readonly denialsBeforeCooldown: number;
  readonly cooldownSeconds: number;
}

export const defaultRequestRules: RequestRules = {
  maxOutgoing: 100,
  maxIncoming: 1000,
  denialsBeforeCooldown: 3,
  cooldownSeconds: 24 * 60 * 60,
};
