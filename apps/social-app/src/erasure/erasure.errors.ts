import { ServiceError } from '@triptych/schemas';

export class NotConfirmed extends ServiceError {
  constructor() {
    super(
      'unprocessable',
      'not_confirmed',
      'Type the e-mail address of your account to erase it.',
      {
        faults: [
          {
            pointer: '/confirm',
            detail: 'must be the e-mail address, or else the id, of the account',
          },
        ],
      },
    );
  }
}
