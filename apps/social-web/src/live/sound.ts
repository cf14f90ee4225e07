// A short sound for messages of others, for whoever wants it: in one tab of the browser, once for what comes together, and not of a
// chat that somebody is looking at or has muted.
import { deviceStorage, soundKey } from '../api/device-storage.js';

export const hasSound = () => deviceStorage.getItem(soundKey) === 'yes';

/** Sounds when it is switched on: a browser plays nothing on a page where nobody has pressed anything yet. */
export function setSound(isOn: boolean): void {
  if (!isOn) return deviceStorage.removeItem(soundKey);
  deviceStorage.setItem(soundKey, 'yes');
  sound();
}

/** What comes within this time of a sound, in whichever tab, has been heard of. Milliseconds. */
const togetherMs = 2_000;

export function soundOnce(): void {
  if (!hasSound()) return;
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return sound();
  const first = (lock: Lock | null) => {
    if (!lock) return undefined;
    sound();
    return new Promise((resolve) => setTimeout(resolve, togetherMs));
  };
  locks.request(soundKey, { ifAvailable: true }, first).catch(() => {});
}

let context: AudioContext | undefined;
let isDue = false;

/**
 * Until somebody has pressed something the clock of what is played stands still, and all that was begun by then would sound together:
 * it begins once it is heard, and only what came last of it.
 */
function sound(): void {
  try {
    const heard = (context ??= new AudioContext());
    // Asked for each time: a browser may try only when it is asked, and then all that have asked hear of it.
    const begun = heard.resume();
    begun.catch(() => {});
    if (isDue) return;
    isDue = true;
    const end = () => void (isDue = false);
    begun
      .then(() => play(heard))
      .catch(() => {})
      .finally(end);
  } catch {
    // A device without a way to play anything.
  }
}

/** Two tones, a fifth apart, each swelling and fading within a fifth of a second. */
function play(heard: AudioContext): void {
  for (const [frequency, begin] of [
    [587, 0],
    [880, 0.12],
  ] as const) {
    const at = heard.currentTime + begin;
    const [tone, volume] = [heard.createOscillator(), heard.createGain()];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.15, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
    tone.connect(volume).connect(heard.destination);
    tone.start(at);
    tone.stop(at + 0.2);
  }
}
