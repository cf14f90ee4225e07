import { pairOf } from '../people/user-pair.js';
import { MessageNotFound, ReportedNotFound } from './reports.errors.js';
import type { ReportStore } from './report-store.port.js';

export interface ReportDraft {
  readonly userId: string;
  readonly reason: string;
  readonly note?: string;
  readonly messageIds?: readonly string[];
}

export interface Reports {
  /** Tells the operator about someone; the other one never hears of it. */
  report(me: string, draft: ReportDraft): Promise<{ id: string }>;
}

export function createReports(store: Pick<ReportStore, 'insert'>): Reports {
  return {
    async report(me, { userId: reportedId, reason, note, messageIds = [] }) {
      const pair = pairOf(me, reportedId);
      if (!pair) throw new ReportedNotFound();
      const kept = await store.insert(pair, {
        reporterId: me,
        reportedId,
        reason,
        note: note === undefined ? null : storable(note),
        messageIds,
      });
      if (kept === 'stranger') throw new ReportedNotFound();
      if (kept === 'no-message') throw new MessageNotFound();
      return kept;
    },
  };
}

/** The database refuses NUL and halves of surrogate pairs; a report must not fail by them. */
function storable(note: string): string {
  return note.toWellFormed().replaceAll('\0', '');
}
