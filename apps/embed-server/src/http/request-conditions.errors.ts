import { problem } from '@triptych/schemas';

export class PreconditionFailed extends problem(
  'precondition-failed',
  'precondition_failed',
  'What If-Match names is not what there is.',
) {}

export class RangeNotSatisfiable extends problem(
  'range-not-satisfiable',
  'range_not_satisfiable',
  'The range lies outside of what there is.',
) {}

/** What any prepared reply may be refused for. */
export const conditionErrors = [PreconditionFailed, RangeNotSatisfiable] as const;
