import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 begin the life of every object in the young generation (ADR 0020). Otherwise it may conclude from the
 * survivors of a first burst of requests that a place in the code makes lasting objects, and from then on each of those
 * made there keeps all it knows of its request until the next full collection. To be called before the first request.
 */
export function keepObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
