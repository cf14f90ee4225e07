import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '../api/chats.js';
import { socialApi } from '../api/client.js';
import { useTexts } from '../texts/texts.js';
import ConfirmDialog from '../ui/confirm-dialog.js';
import { ErrorText } from '../ui/page.js';

const reasons = ['spam', 'harassment', 'threat', 'impersonation', 'illegal', 'other'] as const;

/** Reports the sender; the text of the message is part of the report. */
export default function ReportDialog(props: { message: Message; onClose: () => void }) {
  const { senderId: userId, id } = props.message;
  const texts = useTexts();
  const [reason, setReason] = useState<(typeof reasons)[number]>('spam');
  const [note, setNote] = useState('');
  const report = useMutation({
    mutationFn: () => {
      const body = { userId, reason, messageIds: [id], ...(note.trim() && { note }) };
      return socialApi.POST('/api/report', { body });
    },
    onSuccess: props.onClose,
  });
  return (
    <ConfirmDialog
      title={texts.report.title}
      text={texts.report.means}
      action={texts.report.send}
      disabled={report.isPending}
      staysOpen
      onConfirm={() => report.mutate()}
      onClose={props.onClose}
    >
      <label className="dialog-field">
        {texts.report.reason}
        <select value={reason} onChange={({ target }) => setReason(target.value as typeof reason)}>
          {reasons.map((name) => (
            <option key={name} value={name}>
              {texts.report.reasons[name]}
            </option>
          ))}
        </select>
      </label>
      <label className="dialog-field">
        {texts.report.note}
        <textarea
          rows={3}
          maxLength={2000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <ErrorText error={report.error} />
    </ConfirmDialog>
  );
}
