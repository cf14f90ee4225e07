// What somebody has spoken: its shape, through which one can go, and how fast it is played.
import { useRef } from 'react';
import { attachmentPath, type Attachment } from '../api/attachments.js';
import { useLanguage } from '../texts/texts.js';
import { clockDuration } from '../ui/duration.js';
import { Icon } from '../ui/icon.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { usePlayer } from './use-player.js';
import { useWaveform } from './use-waveform.js';
import { waveformParts } from './waveform.js';
import './voice-note.css';

interface VoiceNoteProps {
  readonly file: Attachment;
  /** It cannot be played, or is not there. */
  readonly onError: () => void;
}

export function VoiceNote({ file, onError }: VoiceNoteProps) {
  const { texts, locale } = useLanguage();
  const tabIndex = useTabIndex();
  const place = useRef<HTMLDivElement>(null);
  const shape = useWaveform(file, place);
  const { events, isPlaying, position, duration, speed, ...player } = usePlayer(file.duration);
  const { voice } = texts;
  const played = duration > 0 ? position / duration : 0;
  const at = clockDuration(position);
  return (
    <div className="voice" ref={place}>
      <audio {...events} src={attachmentPath(file.id)} preload="none" onError={onError} />
      <button
        className="button-round button-strong"
        aria-label={isPlaying ? voice.pause : voice.play}
        tabIndex={tabIndex}
        onClick={player.toggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <div className="voice-track">
        <Waveform shape={shape} played={played} />
        <input
          type="range"
          min={0}
          max={duration}
          step={0.1}
          value={position}
          aria-label={voice.position}
          aria-valuetext={voice.positionOf(at, clockDuration(duration))}
          tabIndex={tabIndex}
          onChange={({ target }) => player.seek(Number(target.value))}
        />
      </div>
      <span className="voice-time">{isPlaying || position > 0 ? at : clockDuration(duration)}</span>
      <button
        className="voice-speed"
        aria-label={voice.speed(speed.toLocaleString(locale))}
        tabIndex={tabIndex}
        onClick={player.nextSpeed}
      >
        {speed.toLocaleString(locale)}×
      </button>
    </div>
  );
}

const flat: readonly number[] = Array.from({ length: waveformParts }, () => 0);
const [step, height, least] = [4, 32, 3];

interface WaveformProps {
  readonly shape: readonly number[] | null;
  /** From 0 to 1. */
  readonly played: number;
}

function Waveform({ shape, played }: WaveformProps) {
  return (
    <svg
      className="voice-shape"
      viewBox={`0 0 ${waveformParts * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {(shape ?? flat).map((loud, part) => {
        const high = Math.max(least, loud * height);
        return (
          <rect
            key={part}
            className={part / waveformParts < played ? 'voice-played' : undefined}
            x={part * step}
            y={(height - high) / 2}
            width={step - 1.5}
            height={high}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
