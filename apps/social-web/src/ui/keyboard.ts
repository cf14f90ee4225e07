/** On a touch screen the focus in a field would open a keyboard over everything else. */
export const hasKeyboard = matchMedia('(pointer: fine)').matches;

/**
 * Whether a key belongs to an input method, which composes. Safari ends the composition before it reports the key that has done so,
 * which then has the code of a key that an input method has taken.
 */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
