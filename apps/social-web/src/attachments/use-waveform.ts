import { useEffect, useState, type RefObject } from 'react';
import { readAttachment, type Attachment } from '../api/attachments.js';
import { perStore } from '../store/per-store.js';
import { useStore } from '../store/use-store.js';
import { readWaveform } from './waveform.js';

/** Some eight minutes of a voice. What is larger is fetched when it is played, in parts, and has no shape. Bytes. */
const most = 2_000_000;

/** Rows come and go while somebody scrolls. */
const shapesOf = perStore(() => new Map<string, readonly number[]>());

/** The shape of a sound, fetched once its place is in sight; null until then, and for what has none. */
export function useWaveform(
  { id, size }: Attachment,
  place: RefObject<HTMLElement | null>,
): readonly number[] | null {
  const known = shapesOf(useStore());
  const [shape, setShape] = useState(() => known.get(id) ?? null);
  const isWanted = shape === null && size <= most;
  useEffect(() => {
    if (!isWanted || !place.current) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async () => {
      const bytes = await readAttachment(id, signal);
      const found = bytes && (await readWaveform(bytes));
      if (found) known.set(id, found);
      if (!signal.aborted) setShape(found);
    };
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      // Without it the sound is played all the same.
      read().catch(() => {});
    });
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      leaving.abort();
    };
  }, [isWanted, id, known, place]);
  return shape;
}
