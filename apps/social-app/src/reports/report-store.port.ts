import type { UserPair } from '../people/user-pair.js';

export interface NewReport {
  readonly reporterId: string;
  readonly reportedId: string;
  readonly reason: string;
  readonly note: string | null;
  /** Of the chat between the two. */
  readonly messageIds: readonly string[];
}

/** A message as it was when it was reported. */
export interface ReportedMessage {
  readonly id: string;
  readonly seq: number;
  readonly senderId: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface Report {
  readonly id: string;
  /** Null once the reporter has erased the account. */
  readonly reporterId: string | null;
  readonly reportedId: string;
  readonly reason: string;
  readonly note: string | null;
  readonly messages: readonly ReportedMessage[];
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: string | null;
}

export interface ReportStore {
  /**
   * Keeps the report with a copy of its messages. 'stranger': the two have never had to do with each other, or there is
   * no such person; 'no-message': one of the ids is no message of their chat.
   */
  insert(pair: UserPair, report: NewReport): Promise<{ id: string } | 'stranger' | 'no-message'>;
  find(id: string): Promise<Report | null>;
  /** Oldest first. */
  listOpen(after: string | null, limit: number): Promise<Report[]>;
  /** False when there is none, or it is resolved already. */
  resolve(id: string, resolution: string, at: Date): Promise<boolean>;
}
