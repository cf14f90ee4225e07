import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { socialApi } from '../api/social-api.js';
import ConfirmDialog from '../layout/confirm-dialog.js';
import { faultText, useWords } from '../words/words.js';

const reasons = ['spam', 'harassment', 'threat', 'impersonation', 'illegal', 'other'] as const;

export interface ReportDialogProps {
  readonly userId: string;
  /** Their text goes along with the report. */
  readonly messageIds: readonly string[];
  readonly onClose: () => void;
}

export default function ReportDialog({ userId, messageIds, onClose }: ReportDialogProps) {
  const words = useWords();
  const [reason, setReason] = useState<(typeof reasons)[number]>('spam');
  const [note, setNote] = useState('');
  const report = useMutation({
    mutationFn: () => {
      const body = { userId, reason, messageIds: [...messageIds], ...(note.trim() && { note }) };
      return socialApi.POST('/api/report', { body });
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={words.report.title}
      text={words.report.means}
      action={words.report.send}
      disabled={report.isPending}
      staysOpen
      onConfirm={() => report.mutate()}
      onClose={onClose}
    >
      <label className="dialog-field">
        {words.report.reason}
        <select value={reason} onChange={({ target }) => setReason(target.value as typeof reason)}>
          {reasons.map((name) => (
            <option key={name} value={name}>
              {words.report.reasons[name]}
            </option>
          ))}
        </select>
      </label>
      <label className="dialog-field">
        {words.report.note}
        <textarea
          rows={3}
          maxLength={2000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      {report.error && <p role="alert">{faultText(words, report.error)}</p>}
    </ConfirmDialog>
  );
}
