import { useEffect, useRef, useState } from 'react';
import { holdLock, recordingLock } from '../api/web-lock.js';
import { useTexts } from '../texts/texts.js';
import { clockDuration } from '../ui/duration.js';
import { Icon } from '../ui/icon.js';
import { useLeaveWarning } from '../ui/use-leave-warning.js';
import { startRecording, type Recording } from './recorder.js';
import './recording-bar.css';

interface RecordingBarProps {
  /** Bytes of the largest file; null: unknown. */
  readonly most: number | null;
  /** To be sent at once; empty where the microphone gave nothing. */
  readonly onSend: (voice: File) => void;
  /** To be listened to first; also what was under way when the conversation was left. */
  readonly onKeep: (voice: File) => void;
  /** It is over; called once, before the others. */
  readonly onOver: () => void;
}

/** In the place of the field while a voice message is recorded. */
export default function RecordingBar({ most, onSend, onKeep, onOver }: RecordingBarProps) {
  const { voice } = useTexts();
  const { recording, fault } = useRecording({ most, onKeep, onOver });
  useLeaveWarning(recording !== null);
  useEffect(() => (recording ? holdLock(recordingLock) : undefined), [recording]);
  const sending = useRef<HTMLButtonElement>(null);
  // Once: whoever speaks may have gone on to another button since.
  useEffect(() => sending.current?.focus(), [recording]);
  const end = (take: (spoken: File) => void) => {
    const under = recording?.take();
    onOver();
    void under?.finish().then(take);
  };
  const leave = () => {
    recording?.take()?.leave();
    onOver();
  };
  return (
    <div className="recording" role="group" aria-label={voice.recording}>
      <button type="button" className="button-round" aria-label={voice.discard} onClick={leave}>
        <Icon name="close" />
      </button>
      {fault ? (
        <p className="fault" role="alert">
          {voice.noMicrophone}
        </p>
      ) : (
        <Level recording={recording} />
      )}
      {recording && (
        <>
          <button
            type="button"
            className="button-round"
            aria-label={voice.stop}
            onClick={() => end(onKeep)}
          >
            <Icon name="stop" />
          </button>
          <button
            ref={sending}
            type="button"
            className="button-round button-strong"
            aria-label={voice.send}
            onClick={() => end(onSend)}
          >
            <Icon name="send" />
          </button>
        </>
      )}
    </div>
  );
}

/** Whoever takes it ends it: so it ends once. */
interface Owned {
  take(): Recording | null;
  level(): number;
}

/** It begins once: whatever becomes known while somebody speaks does not cut what they say. */
function useRecording(now: Pick<RecordingBarProps, 'most' | 'onKeep' | 'onOver'>) {
  const [recording, setRecording] = useState<Owned | null>(null);
  const [fault, setFault] = useState(false);
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  useEffect(() => {
    let [current, isLeft]: [Recording | null, boolean] = [null, false];
    const take = () => {
      const taken = current;
      current = null;
      return taken;
    };
    const keep = () => {
      const { onKeep: keepIt } = latest.current;
      void take()?.finish().then(keepIt);
    };
    const onEnded = () => {
      keep();
      latest.current.onOver();
    };
    startRecording({ most: () => latest.current.most, onEnded }).then(
      (started) => {
        if (isLeft) return started.leave();
        current = started;
        setRecording({ take, level: () => current?.level() ?? 0 });
      },
      () => setFault(true),
    );
    return () => {
      isLeft = true;
      keep();
    };
  }, []);
  return { recording, fault };
}

const drawnEveryMs = 100;

/** How long it is, and that something is heard. */
function Level({ recording }: { readonly recording: Owned | null }) {
  const [{ seconds, level }, setHeard] = useState({ seconds: 0, level: 0 });
  useEffect(() => {
    if (!recording) return;
    const begun = performance.now();
    const timer = setInterval(() => {
      setHeard({ seconds: (performance.now() - begun) / 1_000, level: recording.level() });
    }, drawnEveryMs);
    return () => clearInterval(timer);
  }, [recording]);
  return (
    <>
      <meter className="recording-level" min={0} max={1} value={level} aria-hidden="true" />
      <time className="recording-time" role="timer">
        {clockDuration(Math.floor(seconds))}
      </time>
    </>
  );
}
