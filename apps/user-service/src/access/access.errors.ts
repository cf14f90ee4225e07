import { ServiceError } from '@triptych/schemas';

export const accessProblemCodes = ['api_key_required'];

export class ApiKeyRequired extends ServiceError {
  constructor() {
    super(
      'unauthenticated',
      'api_key_required',
      'Send a valid API key: Authorization: Bearer <key>.',
    );
  }
}
