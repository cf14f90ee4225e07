import { useRef, useState } from 'react';

interface OfAudio {
  readonly currentTarget: HTMLAudioElement;
}

const speeds = [1, 1.5, 2] as const;

/** The one that is heard: another one that begins ends it. */
let heard: HTMLAudioElement | null = null;

/**
 * A sound that is played by controls of our own. The element is to be drawn with `events`.
 *
 * @param known its length in seconds, as the server says it: a recording has none in it, and browsers say "endless"
 */
export function usePlayer(known: number | null) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [measured, setMeasured] = useState(0);
  const [speed, setSpeed] = useState<number>(1);
  const duration = known ?? measured;

  function toggle(): void {
    const { current } = audio;
    if (!current) return;
    if (!current.paused) return current.pause();
    // Its failure is an event of the element.
    current.play().catch(() => {});
  }

  function seek(seconds: number): void {
    if (audio.current) audio.current.currentTime = seconds;
    setPosition(seconds);
  }

  function nextSpeed(): void {
    const next = speeds[(speeds.findIndex((one) => one === speed) + 1) % speeds.length]!;
    if (audio.current) audio.current.playbackRate = next;
    setSpeed(next);
  }

  const events = {
    ref: audio,
    onPlay: ({ currentTarget }: OfAudio) => {
      if (heard !== currentTarget) heard?.pause();
      heard = currentTarget;
      currentTarget.playbackRate = speed;
      setPlaying(true);
    },
    onPause: () => setPlaying(false),
    onTimeUpdate: ({ currentTarget }: OfAudio) => setPosition(currentTarget.currentTime),
    onDurationChange: ({ currentTarget: { duration: found } }: OfAudio) =>
      setMeasured(Number.isFinite(found) ? found : 0),
    onEnded: () => seek(0),
  };
  return {
    events,
    isPlaying,
    position: Math.min(position, duration),
    duration,
    speed,
    toggle,
    seek,
    nextSpeed,
  };
}
