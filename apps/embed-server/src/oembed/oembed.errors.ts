import { ServiceError } from '@triptych/schemas';

export class EmbedNotFound extends ServiceError {
  constructor() {
    super('not-found', 'embed_not_found', 'This server shows nothing of that address.');
  }
}

export class FormatNotSupported extends ServiceError {
  constructor() {
    super('not-implemented', 'format_not_supported', 'The formats are json and xml.');
  }
}
