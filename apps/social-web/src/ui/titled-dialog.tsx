import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import type { ReactNode, RefObject } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from './icon.js';

interface TitledDialogProps {
  readonly title: string;
  /** Beside that of every dialog. */
  readonly className?: string;
  /** Of what has the focus at first; by default its first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A dialog that is looked through and closed, under a head with its title. Mounted while it is open. */
export function TitledDialog({ title, className, children, ...props }: TitledDialogProps) {
  const texts = useTexts();
  return (
    <Dialog
      open
      className={className ? `dialog ${className}` : 'dialog'}
      backdrop={<div className="dialog-backdrop" />}
      preventBodyScroll={false}
      {...props}
    >
      <div className="dialog-head">
        <DialogHeading>{title}</DialogHeading>
        <DialogDismiss className="button-round" aria-label={texts.dismiss}>
          <Icon name="close" />
        </DialogDismiss>
      </div>
      {children}
    </Dialog>
  );
}
