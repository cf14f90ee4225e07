import { useState } from 'react';
import { useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import type { ShownFileProps } from './attachments.js';
import { FileFault } from './file-fault.js';
import { pictureSources } from './picture-sources.js';
import { shownWidth } from './shown-size.js';
import { useFile } from './use-file.js';

const loadViewer = () => import('./picture-viewer.js');
const PictureViewer = lazyComponent(loadViewer);

/** Of a square of the grid, in CSS pixels. */
const squareWidth = 160;

/** Over its preview. A press shows it in a viewer. */
export function Picture({ file, pictures }: ShownFileProps) {
  const { files: texts } = useTexts();
  const tabIndex = useTabIndex();
  const { state, look, retry } = useFile(file);
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (state !== 'shown') return <FileFault state={state} retry={retry} />;
  const prepare = () => void loadViewer().catch(() => {});
  const label = texts.image(1);
  return (
    <>
      <img
        {...pictureSources(file)}
        className={isLoaded ? 'picture-loaded' : undefined}
        sizes={`${pictures.length > 1 ? squareWidth : shownWidth(file)}px`}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={() => setLoaded(true)}
        onError={() => void look()}
      />
      <button
        className="picture-open"
        aria-label={file.alt === null ? label : texts.named(label, file.alt)}
        aria-haspopup="dialog"
        tabIndex={tabIndex}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <PictureViewer
          pictures={pictures}
          start={pictures.indexOf(file)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
