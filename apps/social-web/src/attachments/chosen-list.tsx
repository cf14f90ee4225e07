import { useEffect, useState } from 'react';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { mostFiles, type ChosenFile } from './chosen-files.js';
import { sizeText } from './file-numbers.js';
import { UnsentFile, unsentName } from './unsent-file.js';
import type { Choosing } from './use-chosen-files.js';
import './chosen-list.css';

interface ChosenListProps {
  readonly choosing: Choosing;
  /** The last one was removed. */
  readonly onEmpty: () => void;
}

/** Above the field: what is sent with the next message, and why something is not. */
export default function ChosenList({ choosing, onEmpty }: ChosenListProps) {
  const { texts } = useLanguage();
  const { chosen, remove } = choosing;
  return (
    <div className="chosen">
      <Faults {...choosing} />
      {chosen.length > 0 && (
        <ul className="chosen-list" aria-label={texts.files.chosen}>
          {chosen.map((one) => (
            <Chosen
              key={one.id}
              one={one}
              onAlt={(alt) => choosing.describe(one.id, alt)}
              onRemove={() => {
                remove([one.id]);
                onEmpty();
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Faults({ faults, limit }: Pick<Choosing, 'faults' | 'limit'>) {
  const { texts, locale } = useLanguage();
  const most = limit?.most ?? 0;
  const words = faults.map(({ fault, name }) => {
    // What was spoken has no name.
    if (fault === 'empty' && name === '') return texts.voice.nothing;
    if (fault === 'tooLarge') return texts.files.tooLarge(name, sizeText(most, locale));
    return fault === 'tooMany' ? texts.files.tooMany(mostFiles) : texts.files[fault](name);
  });
  return (
    <div role="alert">
      {[...new Set(words)].map((one) => (
        <p key={one} className="fault">
          {one}
        </p>
      ))}
    </div>
  );
}

interface ChosenProps {
  readonly one: ChosenFile;
  readonly onAlt: (alt: string) => void;
  readonly onRemove: () => void;
}

function Chosen({ one, onAlt, onRemove }: ChosenProps) {
  const texts = useTexts();
  const { file, alt, picture } = one;
  const thumbnail = picture && (
    <span className="chosen-picture">
      <img src={picture.url} alt="" />
    </span>
  );
  return (
    <li className="chosen-file">
      <UnsentFile file={file} picture={thumbnail}>
        {file.name === '' && <Spoken file={file} />}
        {picture && (
          <input
            value={alt}
            maxLength={1_000}
            aria-label={`${texts.files.alt}: ${file.name}`}
            placeholder={texts.files.alt}
            onChange={({ target }) => onAlt(target.value)}
          />
        )}
      </UnsentFile>
      <button
        type="button"
        className="button-round"
        aria-label={texts.files.remove(unsentName(file, texts))}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

/** What was just recorded, to be listened to before it is sent. */
function Spoken({ file }: { readonly file: File }) {
  const { texts } = useLanguage();
  const [url] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <audio src={url} controls aria-label={texts.files.voice} />;
}
