import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import type { ShownFile } from './use-file.js';

/** In the place of what cannot be shown: why. */
export function FileFault({ state, retry }: Pick<ShownFile, 'state' | 'retry'>) {
  const texts = useTexts();
  const tabIndex = useTabIndex();
  if (state === 'shown') return null;
  const { gone, away, broken } = texts.files;
  return (
    <span className="file-fault" role="status">
      <span>
        <Icon name="fault" /> {state === 'gone' ? gone : state === 'away' ? away : broken}
      </span>
      {state === 'away' && (
        <button className="button-text" tabIndex={tabIndex} onClick={retry}>
          {texts.retry}
        </button>
      )}
    </span>
  );
}
