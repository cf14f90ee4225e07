import { useEffect, useState, type RefObject } from 'react';
import { useConversation } from './conversation-context.js';

/** So long after a change somebody is still writing. Milliseconds. */
const writingFor = 3_000;
const lookedAgainAfter = 500;

/** Whether somebody is writing in the field of the composer, also by an input method that takes longer over a word. */
class Writing {
  private readonly field: RefObject<HTMLTextAreaElement | null>;
  private changedAt = -Infinity;
  private isComposing = false;

  constructor(field: RefObject<HTMLTextAreaElement | null>) {
    this.field = field;
  }

  note(): void {
    this.changedAt = Date.now();
  }

  /** What was written is done with: nothing is in the way of what comes from elsewhere. */
  end(): void {
    this.changedAt = -Infinity;
  }

  isOn(): boolean {
    const isIn = document.hasFocus() && document.activeElement === this.field.current;
    return isIn && (this.isComposing || Date.now() - this.changedAt < writingFor);
  }

  /** Returns a function that calls the other one once nobody writes here any more, and one that gives that up. */
  onceOver(act: () => void): { readonly look: () => void; readonly stop: () => void } {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const look = () => {
      stop();
      if (this.isOn()) timer = setTimeout(look, lookedAgainAfter);
      else act();
    };
    return { look, stop };
  }

  /** Returns a function that stops it. */
  watch(): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    const set = (isComposing: boolean) => () => void (this.isComposing = isComposing);
    document.addEventListener('compositionstart', set(true), { signal });
    document.addEventListener('compositionend', set(false), { signal });
    return () => listening.abort();
  }
}

export function useWriting(): Writing {
  const { field } = useConversation();
  const [writing] = useState(() => new Writing(field));
  useEffect(() => writing.watch(), [writing]);
  return writing;
}
