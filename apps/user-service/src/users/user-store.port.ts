import type { KeyedUser, User } from './user.js';

/** A registration that may be sent again, and is then answered as it was the first time. */
export interface RepeatableRequest {
  /** At most 255 characters. */
  readonly key: string;
  /** Tells two registrations with the same key apart. */
  readonly fingerprint: string;
}

/** `registered` may be the answer to an earlier request with the same key. */
export type Outcome =
  | { readonly kind: 'registered'; readonly user: User }
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'key-reused' };

export interface UserStore {
  /** Keeps the user, in one step that no other registration can come between; false: the e-mail, or its key, is taken. */
  insert(user: KeyedUser): Promise<boolean>;
  /** The same, with the outcome kept under the key for 24 hours: both are kept, or neither. */
  insertOnce(user: KeyedUser, request: RepeatableRequest): Promise<Outcome>;
  /** Exactly this e-mail, byte by byte. */
  findByEmail(email: string): Promise<User | null>;
}
