// The files of a message in the conversation. Their places are kept by what every page has; what fills them comes with the first
// of them.
import type { Attachment } from '../api/attachments.js';
import { useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import { shownSize } from './shown-size.js';
import './attachments.css';

const Shown = lazyComponent(() => import('./shown-file.js'));

/** None: they are gone with the account of their sender. */
export function Attachments({ files }: { readonly files: readonly Attachment[] }) {
  const { files: texts } = useTexts();
  const pictures = files.filter(({ kind }) => kind === 'image');
  const others = files.filter(({ kind }) => kind !== 'image');
  return (
    <div className="attachments">
      {files.length === 0 && <p className="file-fault">{texts.gone}</p>}
      {pictures.length > 0 && (
        <div className={pictures.length > 1 ? 'pictures pictures-grid' : 'pictures'}>
          {pictures.map((file) => (
            <Place key={file.id} file={file} pictures={pictures} />
          ))}
        </div>
      )}
      {others.map((file) => (
        <Place key={file.id} file={file} pictures={pictures} />
      ))}
    </div>
  );
}

export interface ShownFileProps {
  readonly file: Attachment;
  /** Those of the message, a grid of squares if there are several. */
  readonly pictures: readonly Attachment[];
}

const classNames = { image: 'picture', video: 'film', audio: 'sound', file: 'file-card' };

function Place({ file, pictures }: ShownFileProps) {
  const { kind, preview } = file;
  const isSized = kind === 'video' || (kind === 'image' && pictures.length === 1);
  return (
    <div className={classNames[kind]} style={isSized ? shownSize(file) : {}}>
      {preview !== null && <img src={preview} alt="" />}
      <Shown file={file} pictures={pictures} />
    </div>
  );
}
