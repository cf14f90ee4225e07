/** The copy cannot begin, or did not succeed; nothing was written. The message says why. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}
