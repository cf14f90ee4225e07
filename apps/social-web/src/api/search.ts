/** What is searched for, as the server takes it. */
export interface SearchQuery {
  readonly q: string;
  readonly chatId?: string;
  readonly senderId?: string;
  /** Sent at this moment or later, and before that one; in ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}
