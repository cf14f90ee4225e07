import type { ShownFileProps } from './attachments.js';
import { FileCard } from './file-card.js';
import { Film, Sound } from './media.js';
import { Picture } from './picture.js';

/** What stands in the place of a file. */
export default function ShownFile(props: ShownFileProps) {
  const { file } = props;
  switch (file.kind) {
    case 'image':
      return <Picture {...props} />;
    case 'video':
      return <Film file={file} />;
    case 'audio':
      return <Sound file={file} />;
    case 'file':
      return <FileCard file={file} />;
  }
}
