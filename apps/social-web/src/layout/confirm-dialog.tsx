import { Dialog, DialogDescription, DialogDismiss, DialogHeading } from '@ariakit/react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.js';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  readonly children?: ReactNode;
  readonly disabled?: boolean;
  /** Closes only when its owner says so, as after an answer that may be a refusal. */
  readonly staysOpen?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before what cannot be taken back. Mounted while it is open. */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const words = useWords();
  return (
    <Dialog
      open
      onClose={props.onClose}
      className="dialog"
      backdrop={<div className="dialog-backdrop" />}
      preventBodyScroll={false}
    >
      <DialogHeading>{props.title}</DialogHeading>
      {props.text && <DialogDescription render={<p />}>{props.text}</DialogDescription>}
      {props.children}
      <div className="dialog-actions">
        <DialogDismiss className="button">{words.cancel}</DialogDismiss>
        <button
          className="button button-danger"
          disabled={props.disabled}
          onClick={() => {
            props.onConfirm();
            if (!props.staysOpen) props.onClose();
          }}
        >
          {props.action}
        </button>
      </div>
    </Dialog>
  );
}
