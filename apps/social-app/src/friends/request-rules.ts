/** What keeps requests from becoming a nuisance; zero turns a rule off. */
export interface RequestRules {
  /** How many requests of one person may wait for an answer. */
  readonly maxOutgoing: number;
  /** How many requests may wait for one person. */
  readonly maxIncoming: number;
  /** From this denial on by the same person one must wait. */
  readonly denialsBeforeCooldown: number;
  readonly cooldownSeconds: number;
}

export const defaultRequestRules: RequestRules = {
  maxOutgoing: 100,
  maxIncoming: 1000,
  denialsBeforeCooldown: 3,
  cooldownSeconds: 24 * 60 * 60,
};
