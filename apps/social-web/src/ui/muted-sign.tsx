import { useTexts } from '../texts/texts.js';
import { Icon } from './icon.js';

/** Beside the name of a chat of which nobody is notified. */
export function MutedSign() {
  const { mute } = useTexts();
  return (
    <span className="muted-sign">
      <Icon name="muted" />
      <span className="unseen">{mute.sign}</span>
    </span>
  );
}
