/**
 * A name as it may be shown to others: no control or direction characters, no space around it, at most 200 characters;
 * null when nothing is left.
 */
export function toDisplayName(text: string): string | null {
  const clean = text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
  return Array.from(clean.trim()).slice(0, 200).join('') || null;
}
