import type { FlowSecrets } from './provider.port.js';

export interface Flow extends FlowSecrets {
  readonly provider: string;
  readonly browserHash: string;
  readonly callbackUrl: string;
  /** Set when the sign-in is to be linked to this user, who asked for it. */
  readonly linkUserId: string | null;
  readonly expiresAt: Date;
}

export interface FlowKey {
  readonly state: string;
  readonly provider: string;
  readonly browserHash: string;
}

export interface FlowStore {
  insert(flow: Flow): Promise<void>;
  /** Takes the flow out: of any number of calls one gets it. Null when any part of the key differs or at its end. */
  take(key: FlowKey, now: Date): Promise<Flow | null>;
  removeExpired(now: Date): Promise<void>;
}
