import Bowser from 'bowser';

/** What a person recognises a session by; null is what the browser did not say. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
  readonly kind: 'desktop' | 'mobile' | 'tablet' | 'tv' | null;
}

const kinds = ['desktop', 'mobile', 'tablet', 'tv'] as const;
const unknown: Device = { browser: null, system: null, kind: null };

/** Names without versions: these change under the same session. */
export function toDevice(userAgent: string | null): Device {
  if (!userAgent) return unknown;
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    kind: kinds.find((kind) => kind === platform.type) ?? null,
  };
}
