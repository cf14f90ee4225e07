import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { socialApi } from '../api/client.js';
import { useTexts } from '../texts/texts.js';
import ConfirmDialog from './confirm-dialog.js';
import { ErrorText } from './page.js';
import { useToast } from './toasts.js';

const reasons = ['spam', 'harassment', 'threat', 'impersonation', 'illegal', 'other'] as const;

interface ReportDialogProps {
  /** Whoever made a link is known by its token alone. */
  readonly about: { readonly userId: string } | { readonly token: string };
  readonly name: string;
  /** Its text becomes part of the report. */
  readonly messageId?: string;
  readonly onClose: () => void;
}

/** Reports somebody to the people who run the server, for a message or for what they are. */
export default function ReportDialog({ about, name, messageId, onClose }: ReportDialogProps) {
  const texts = useTexts();
  const { title, means, titleOfPerson, meansOfPerson } = texts.report;
  const toast = useToast();
  const [reason, setReason] = useState<(typeof reasons)[number]>('spam');
  const [note, setNote] = useState('');
  const report = useMutation({
    mutationFn(): Promise<unknown> {
      const complaint = { reason, ...(note.trim() && { note }) };
      if ('token' in about)
        return socialApi.POST('/api/invitations/report', { body: { ...about, ...complaint } });
      const messageIds = messageId === undefined ? [] : [messageId];
      return socialApi.POST('/api/report', { body: { ...about, ...complaint, messageIds } });
    },
    onSuccess() {
      onClose();
      toast({ text: texts.report.sent });
    },
  });
  return (
    <ConfirmDialog
      title={messageId === undefined ? titleOfPerson(name) : title}
      text={messageId === undefined ? meansOfPerson : means}
      action={texts.report.send}
      isUnderWay={report.isPending}
      staysOpen
      onConfirm={() => report.mutate()}
      onClose={onClose}
    >
      <label className="dialog-field">
        {texts.report.reason}
        <select value={reason} onChange={({ target }) => setReason(target.value as typeof reason)}>
          {reasons.map((each) => (
            <option key={each} value={each}>
              {texts.report.reasons[each]}
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
