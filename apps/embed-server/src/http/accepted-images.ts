/** Whether the client names the format: that it takes all is said by clients of every age. */
export function acceptsWebp(accept: string | undefined): boolean {
  return accept !== undefined && /\bimage\/webp\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept);
}
