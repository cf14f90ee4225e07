import { lazy, Suspense } from 'react';
import type { ReportDialogProps } from './report-dialog.js';

const ReportDialog = lazy(() => import('./report-dialog.js'));

/** Loaded when somebody wants to report. */
export function Report(props: ReportDialogProps) {
  return (
    <Suspense>
      <ReportDialog {...props} />
    </Suspense>
  );
}
