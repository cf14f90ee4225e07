import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';

/** Begins a voice message. */
export function RecordButton({ onPress }: { readonly onPress: () => void }) {
  const { voice } = useTexts();
  return (
    <button type="button" className="button-round" aria-label={voice.record} onClick={onPress}>
      <Icon name="microphone" />
    </button>
  );
}
