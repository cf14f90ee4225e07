import { pairOf, type UserPair } from '../people/user-ids.js';
import { MessageNotFound, ReportedNotFound } from './reports.errors.js';

export interface NewReport {
  readonly reporterId: string;
  readonly reportedId: string;
  readonly reason: string;
  readonly note: string | null;
  /** Of the chat between the two. */
  readonly messageIds: readonly string[];
  /** The reporter has just opened a link of theirs, and need not have had to do with them otherwise. */
  readonly byLink: boolean;
}

/** A file of a message that was reported. */
export interface ReportedFile {
  readonly id: string;
  /** Its name in the store of files, in the folder of its first two letters. */
  readonly object: string;
  readonly kind: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly name: string | null;
}

/** A message as it was when it was reported. */
export interface ReportedMessage {
  readonly id: string;
  readonly seq: number;
  readonly senderId: string;
  readonly text: string;
  readonly createdAt: string;
  /** Its files, if it has any: they are kept while the report is open. */
  readonly attachments?: readonly ReportedFile[];
  /** Only of a copy of another message. */
  readonly forwarded?: true;
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

export interface ReportDraft {
  readonly userId: string;
  readonly reason: string;
  readonly note?: string;
  readonly messageIds?: readonly string[];
}

export type Reports = ReturnType<typeof createReports>;

export function createReports(store: Pick<ReportStore, 'insert'>) {
  async function keep(me: string, draft: ReportDraft, byLink: boolean) {
    const { userId: reportedId, reason, note, messageIds = [] } = draft;
    const pair = pairOf(me, reportedId);
    if (!pair) throw new ReportedNotFound();
    const kept = await store.insert(pair, {
      reporterId: me,
      reportedId,
      reason,
      note: note === undefined ? null : storable(note),
      messageIds,
      byLink,
    });
    if (kept === 'stranger') throw new ReportedNotFound();
    if (kept === 'no-message') throw new MessageNotFound();
    return kept;
  }

  return {
    /** Reports someone to the operator; the other one is not notified. */
    report: (me: string, draft: ReportDraft) => keep(me, draft, false),
    /** The same of somebody whose link `me` has just opened. */
    reportInviter: (me: string, userId: string, draft: Pick<ReportDraft, 'reason' | 'note'>) =>
      keep(me, { ...draft, userId }, true),
  };
}

/** The database refuses NUL and halves of surrogate pairs; a report must not fail by them. */
function storable(note: string): string {
  return note.toWellFormed().replaceAll('\0', '');
}
