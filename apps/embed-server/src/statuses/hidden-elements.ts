/** Whether the HTML of somebody else hides an element by itself: nobody has seen it among the words of its post. */
export function isHidden({ style = '', ...attributes }: Readonly<Record<string, string>>): boolean {
  return 'hidden' in attributes || /display:\s*none/i.test(style);
}
