import { ServiceError } from '@triptych/schemas';

export class Unauthenticated extends ServiceError {
  constructor() {
    super('unauthenticated', 'unauthenticated', 'Sign in to do this.');
  }
}
