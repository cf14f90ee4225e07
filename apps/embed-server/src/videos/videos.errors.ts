import { ServiceError } from '@triptych/schemas';

export class VideoNotFound extends ServiceError {
  constructor() {
    super('not-found', 'video_not_found', 'There is no such video, or it is not public.');
  }
}
