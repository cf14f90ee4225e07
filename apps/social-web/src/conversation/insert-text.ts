/**
 * Writes into the field as if it had been typed, so that it can be undone: at the caret, or in the place of what is between two places.
 * The caret stays where it was in the text.
 */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  start = field.selectionStart,
  end = field.selectionEnd,
): void {
  const caret = field.selectionEnd;
  field.focus();
  field.setSelectionRange(start, end);
  // Every browser has it, and nothing else leaves what can be undone.
  document.execCommand('insertText', false, text);
  const moved = caret - end;
  if (moved <= 0) return;
  const after = start + text.length + moved;
  field.setSelectionRange(after, after);
}
