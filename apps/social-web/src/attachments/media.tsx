// Films and sounds, played by the browser's own controls; what somebody has spoken by ours.
import { useId } from 'react';
import { attachmentPath, type Attachment } from '../api/attachments.js';
import { useTexts } from '../texts/texts.js';
import { clockDuration } from '../ui/duration.js';
import { filesWords } from '../ui/message-words.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { FileCard } from './file-card.js';
import { FileFault } from './file-fault.js';
import { useFile } from './use-file.js';
import { VoiceNote } from './voice-note.js';

interface MediaProps {
  readonly file: Attachment;
}

export function Film({ file }: MediaProps) {
  const texts = useTexts();
  const tabIndex = useTabIndex();
  const { state, look, retry } = useFile(file);
  if (state === 'broken') return <Unplayable file={file} />;
  if (state !== 'shown') return <FileFault state={state} retry={retry} />;
  return (
    <video
      src={attachmentPath(file.id)}
      controls
      playsInline
      preload="metadata"
      tabIndex={tabIndex}
      aria-label={file.alt ?? texts.files.video(1)}
      onError={() => void look()}
    />
  );
}

export function Sound({ file }: MediaProps) {
  const texts = useTexts();
  const tabIndex = useTabIndex();
  const id = useId();
  const { state, look, retry } = useFile(file);
  // Where it can be played its controls say how long it is.
  const isVoiceNote = state === 'shown' && file.name === null;
  if (state === 'broken') return <Unplayable file={file} />;
  return (
    <>
      <p className="sound-name" id={id}>
        <bdi>{filesWords([file], texts)}</bdi>
        {!isVoiceNote && file.duration !== null && <span>{clockDuration(file.duration)}</span>}
      </p>
      {state !== 'shown' ? (
        <FileFault state={state} retry={retry} />
      ) : isVoiceNote ? (
        <VoiceNote file={file} onError={() => void look()} />
      ) : (
        <audio
          src={attachmentPath(file.id)}
          controls
          preload="none"
          tabIndex={tabIndex}
          aria-labelledby={id}
          onError={() => void look()}
        />
      )}
    </>
  );
}

/** What it cannot play, a browser can still save. */
function Unplayable({ file }: MediaProps) {
  const { files } = useTexts();
  return (
    <div className="file-card">
      <FileCard file={file} note={files.broken} />
    </div>
  );
}
