/** On a touch screen the focus in a field would open a keyboard over everything else. */
export const hasKeyboard = matchMedia('(pointer: fine)').matches;
