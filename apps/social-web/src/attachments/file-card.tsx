import { useRef, type MouseEvent } from 'react';
import { attachmentPath, type Attachment } from '../api/attachments.js';
import { useLanguage } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { FileFault } from './file-fault.js';
import { sizeText } from './file-numbers.js';
import { useFile } from './use-file.js';

interface FileCardProps {
  readonly file: Attachment;
  /** In the place of its size. */
  readonly note?: string;
}

/** A file that is only saved. */
export function FileCard({ file, note }: FileCardProps) {
  const { texts, locale } = useLanguage();
  const tabIndex = useTabIndex();
  const { state, look, retry } = useFile(file);
  const link = useRef<HTMLAnchorElement>(null);
  const isFound = useRef(false);
  const name = file.name ?? texts.files.file(1);

  /** A browser says nothing of what it cannot save: so the file is looked for first. */
  async function save(event: MouseEvent): Promise<void> {
    if (isFound.current) return void (isFound.current = false);
    event.preventDefault();
    if ((await look()) !== 'broken') return;
    retry();
    isFound.current = true;
    link.current?.click();
  }

  const isMissing = state === 'gone' || state === 'away';
  return (
    <>
      <Icon name="file" />
      <div className="file-words">
        <bdi className="file-name">{name}</bdi>
        {isMissing ? (
          <FileFault state={state} retry={retry} />
        ) : (
          <span className="file-size">{note ?? sizeText(file.size, locale)}</span>
        )}
      </div>
      {!isMissing && (
        <a
          ref={link}
          className="button-round"
          href={attachmentPath(file.id)}
          download={file.name ?? ''}
          tabIndex={tabIndex}
          aria-label={texts.files.named(texts.files.download, name)}
          onClick={(event) => void save(event)}
        >
          <Icon name="download" />
        </a>
      )}
    </>
  );
}
