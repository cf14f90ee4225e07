import { ServiceError } from '@triptych/errors';

export class Unauthenticated extends ServiceError {
  constructor() {
    super('unauthenticated', 'unauthenticated', 'Sign in to do this.');
  }
}
