// The key that begins the commands of an application: Command on a Mac, Control elsewhere.
import { isApple } from '../ui/platform.js';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** Whether the command key and this letter are pressed. By the place of the key where the layout has no Latin letters. */
export function isCommand(event: Pressed, letter: string): boolean {
  const { metaKey, ctrlKey, altKey, shiftKey, key, code } = event;
  const isOnlyCommand =
    (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
  const isLatin = /^[a-z]$/i.test(key);
  return (
    isOnlyCommand &&
    (isLatin ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`)
  );
}

/** As it is written on the keyboard. */
export const commandKey = isApple ? '⌘' : 'Ctrl';
export const optionKey = isApple ? '⌥' : 'Alt';
