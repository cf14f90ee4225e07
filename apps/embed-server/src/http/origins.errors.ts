import { ServiceError } from '@triptych/errors';

export class OriginNotAllowed extends ServiceError {
  constructor() {
    super('forbidden', 'origin_not_allowed', 'This origin may not use this server.');
  }
}
