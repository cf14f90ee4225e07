import { lazy, Suspense } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog.js';

const ConfirmDialog = lazy(() => import('./confirm-dialog.js'));

/** The question, loaded when it is asked for the first time. */
export function Confirm(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}
