// Files of a message that the server does not have yet, as this device has them.
import type { QueuedFile } from '../store/queue-model.js';
import { useProgress, useUnsentUrl } from '../store/use-unsent.js';
import { useLanguage } from '../texts/texts.js';
import { shownSize } from './shown-size.js';
import { UnsentFile } from './unsent-file.js';

interface WaitingFilesProps {
  /** Of the message. */
  readonly id: string;
  readonly files: readonly QueuedFile[];
}

export default function WaitingFiles({ id, files }: WaitingFilesProps) {
  const pictures = files.filter(({ width }) => width !== null);
  const others = files.filter(({ width }) => width === null);
  const isGrid = pictures.length > 1;
  return (
    <div className="attachments">
      {pictures.length > 0 && (
        <div className={isGrid ? 'pictures pictures-grid' : 'pictures'}>
          {pictures.map((file) => (
            <WaitingPicture key={file.id} {...{ id, file, isGrid }} />
          ))}
        </div>
      )}
      {others.map((file) => (
        <div key={file.id} className="file-card">
          <UnsentFile file={file} />
        </div>
      ))}
      <Progress id={id} />
    </div>
  );
}

interface WaitingPictureProps {
  readonly id: string;
  readonly file: QueuedFile;
  readonly isGrid: boolean;
}

function WaitingPicture({ id, file, isGrid }: WaitingPictureProps) {
  const { texts } = useLanguage();
  const url = useUnsentUrl(id, file);
  return (
    <div className="picture" style={isGrid ? {} : shownSize(file)}>
      {url && <img src={url} alt={file.alt || texts.files.image(1)} />}
    </div>
  );
}

function Progress({ id }: { readonly id: string }) {
  const { texts } = useLanguage();
  const share = useProgress(id);
  if (share === null) return null;
  const percent = Math.round(share * 100);
  return (
    <progress
      className="files-progress"
      max={100}
      value={percent}
      aria-label={texts.conversation.sending}
    >
      {texts.files.percent(percent)}
    </progress>
  );
}
