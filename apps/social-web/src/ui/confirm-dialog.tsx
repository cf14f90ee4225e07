import { Dialog, DialogDescription, DialogDismiss, DialogHeading } from '@ariakit/react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { RequestButton } from './request-button.js';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  readonly children?: ReactNode;
  readonly disabled?: boolean;
  /** Whether what was confirmed is under way, in a dialog that stays open for it. */
  readonly isUnderWay?: boolean;
  /** Not closed on confirmation but by its owner, as after a request that the server may refuse. */
  readonly staysOpen?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. Mounted while it is open. */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const texts = useTexts();
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
        <DialogDismiss className="button">{texts.cancel}</DialogDismiss>
        <RequestButton
          className="button button-danger"
          isUnderWay={props.isUnderWay ?? false}
          isDisabled={props.disabled ?? false}
          onPress={() => {
            props.onConfirm();
            if (!props.staysOpen) props.onClose();
          }}
        >
          {props.action}
        </RequestButton>
      </div>
    </Dialog>
  );
}
