import { problem } from '@triptych/schemas';
import { imageErrors } from '../images/images.errors.js';
import { namedAddressErrors, upstreamErrors } from '../outbound/upstream.errors.js';

export class VideoNotFound extends problem(
  'not-found',
  'video_not_found',
  'There is no such video, or it is not public.',
) {}

/** For `config.errors` of the routes that read the metadata of a video from its host. */
export const videoErrors = [VideoNotFound, ...upstreamErrors];

/** The same for a poster whose address follows from the id. */
export const posterErrors = [...upstreamErrors, ...imageErrors];

/** The same for a poster whose address is in the metadata. */
export const namedPosterErrors = [VideoNotFound, ...posterErrors, ...namedAddressErrors];
