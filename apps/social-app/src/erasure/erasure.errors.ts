import { problem } from '@triptych/schemas';

const detail = 'must be the e-mail address, or else the id, of the account';

export class NotConfirmed extends problem(
  'unprocessable',
  'not_confirmed',
  'Type the e-mail address of your account to erase it.',
  { faults: [{ pointer: '/confirm', detail }] },
) {}
