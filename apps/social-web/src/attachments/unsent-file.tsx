import type { ReactNode } from 'react';
import type { Texts } from '../texts/en.js';
import { useLanguage } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { sizeText } from './file-numbers.js';

interface NamedFile {
  /** Empty: it was spoken. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Characters that turn the direction around make one name look like another; the server takes them away as well. */
const directions = /[\u202a-\u202e\u2066-\u2069]/gu;

export const unsentName = ({ name }: Pick<NamedFile, 'name'>, { files }: Texts) =>
  name.replace(directions, '') || files.voice;

interface UnsentFileProps {
  readonly file: NamedFile;
  /** In the place of the sign of its kind. */
  readonly picture?: ReactNode;
  /** Below its name and size. */
  readonly children?: ReactNode;
}

/** What it is called and how large it is, as this device knows it. */
export function UnsentFile({ file, picture, children }: UnsentFileProps) {
  const { texts, locale } = useLanguage();
  return (
    <>
      {picture ?? <Icon name={file.name ? 'file' : 'microphone'} />}
      <div className="file-words">
        <bdi className="file-name">{unsentName(file, texts)}</bdi>
        <span className="file-size">{sizeText(file.size, locale)}</span>
        {children}
      </div>
    </>
  );
}
