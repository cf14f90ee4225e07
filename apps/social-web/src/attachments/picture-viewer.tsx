// One picture of a message over all else: fitted to the window or as large as it is, with the ones before and after it.
import { Dialog, DialogDismiss } from '@ariakit/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { attachmentPath, type Attachment } from '../api/attachments.js';
import { useTexts } from '../texts/texts.js';
import { useClosedByBack } from '../ui/closed-by-back.js';
import { Icon } from '../ui/icon.js';
import { FileFault } from './file-fault.js';
import { pictureSources } from './picture-sources.js';
import { useFile } from './use-file.js';
import './picture-viewer.css';

interface PictureViewerProps {
  readonly pictures: readonly Attachment[];
  /** Of the first to be shown. */
  readonly start: number;
  readonly onClose: () => void;
}

export default function PictureViewer({ pictures, start, onClose }: PictureViewerProps) {
  const texts = useTexts();
  const { files } = texts;
  const [index, setIndex] = useState(start);
  const [isFull, setFull] = useState(false);
  const count = pictures.length;
  useClosedByBack(onClose);
  // One may have gone with the message of which it is.
  const file = pictures[index] ?? pictures[count - 1]!;
  const show = (next: number) => {
    setFull(false);
    setIndex(Math.min(count - 1, Math.max(0, next)));
  };
  function onKeyDown({ key }: KeyboardEvent): void {
    const step = document.documentElement.dir === 'rtl' ? -1 : 1;
    if (key === 'ArrowRight') show(index + step);
    else if (key === 'ArrowLeft') show(index - step);
    else if (key === 'Home') show(0);
    else if (key === 'End') show(count - 1);
  }
  const place = count > 1 ? files.pictureOf(index + 1, count) : files.image(1);
  return (
    <Dialog
      open
      className="viewer"
      aria-label={files.image(1)}
      backdrop={<div className="viewer-backdrop" />}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="viewer-head">
        <p role="status">{place}</p>
        <button
          className="button-round"
          aria-label={isFull ? files.fit : files.fullSize}
          aria-pressed={isFull}
          onClick={() => setFull(!isFull)}
        >
          <Icon name="zoom" />
        </button>
        <a
          className="button-round"
          href={attachmentPath(file.id)}
          download={file.name ?? ''}
          aria-label={files.download}
        >
          <Icon name="download" />
        </a>
        <DialogDismiss className="button-round" aria-label={texts.dismiss}>
          <Icon name="close" />
        </DialogDismiss>
      </div>
      <Shown key={file.id} file={file} isFull={isFull} onSize={() => setFull(!isFull)} />
      {file.alt !== null && (
        <p className="viewer-alt" dir="auto">
          {file.alt}
        </p>
      )}
      {count > 1 && (
        <div className="viewer-steps">
          <Step label={files.previous} isOver={index === 0} run={() => show(index - 1)} />
          <Step label={files.next} isOver={index === count - 1} run={() => show(index + 1)} />
        </div>
      )}
    </Dialog>
  );
}

interface StepProps {
  readonly label: string;
  readonly isOver: boolean;
  readonly run: () => void;
}

/** Keeps the focus at the end of the way. */
function Step({ label, isOver, run }: StepProps) {
  return (
    <button className="button-round" aria-label={label} aria-disabled={isOver} onClick={run}>
      <Icon name="back" />
    </button>
  );
}

interface ShownProps {
  readonly file: Attachment;
  readonly isFull: boolean;
  readonly onSize: () => void;
}

/** A phone enlarges it with two fingers like any page, a double press with one. */
function Shown({ file, isFull, onSize }: ShownProps) {
  const { state, look, retry } = useFile(file);
  const [isLoaded, setLoaded] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // As large as it is, its middle is looked at first.
  useEffect(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = frame.current!;
    frame.current!.scrollTo({
      left: ((scrollWidth - clientWidth) / 2) * (document.documentElement.dir === 'rtl' ? -1 : 1),
      top: (scrollHeight - clientHeight) / 2,
    });
  }, [isFull]);
  if (state !== 'shown')
    return (
      <div className="viewer-frame" ref={frame}>
        <FileFault state={state} retry={retry} />
      </div>
    );
  return (
    <div
      className={isFull ? 'viewer-frame viewer-full' : 'viewer-frame'}
      // What is larger than the frame is scrolled by keys as well.
      tabIndex={isFull ? 0 : undefined}
      ref={frame}
      onDoubleClick={onSize}
    >
      {file.preview && !isLoaded && (
        <img className="viewer-preview" src={file.preview} alt="" {...sizeOf(file)} />
      )}
      <img
        {...pictureSources(file, { isWhole: true })}
        sizes={isFull && file.width !== null ? `${file.width}px` : '100vw'}
        {...sizeOf(file)}
        alt={file.alt ?? ''}
        onLoad={() => setLoaded(true)}
        onError={() => void look()}
      />
    </div>
  );
}

const sizeOf = ({ width, height }: Attachment) =>
  width !== null && height !== null ? { width, height } : {};
