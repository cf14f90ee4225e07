import { useId } from 'react';
import { useTexts } from '../texts/texts.js';
import { skinTones, withTone, type SkinTone } from './skin-tone.js';

interface ToneChoiceProps {
  readonly tone: SkinTone;
  readonly onTone: (tone: SkinTone) => void;
}

export function ToneChoice({ tone, onTone }: ToneChoiceProps) {
  const { emoji: texts } = useTexts();
  const name = useId();
  return (
    <fieldset className="emoji-tones">
      <legend className="unseen">{texts.tone}</legend>
      {skinTones.map((one, index) => (
        <label key={one} title={texts.tones[index]}>
          <input
            type="radio"
            className="unseen"
            name={name}
            aria-label={texts.tones[index]}
            checked={one === tone}
            onChange={() => onTone(one)}
          />
          <span aria-hidden>{withTone({ text: '✋', hasTones: true }, one)}</span>
        </label>
      ))}
    </fieldset>
  );
}
