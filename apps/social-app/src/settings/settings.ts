import type { Waker } from '../events/wakeups.js';

/** What someone lets others see of them. */
export interface Settings {
  /** Up to where they have read. */
  readonly readReceipts: boolean;
  /** That they are writing. */
  readonly typing: boolean;
  /** That they are there. */
  readonly presence: boolean;
}

export interface SettingsStore {
  read(userId: string): Promise<Settings>;
  /** Changes what is given and leaves an event for the user's other windows; returns how all of it stands then. */
  change(userId: string, part: Partial<Settings>): Promise<Settings>;
}

export type OwnSettings = ReturnType<typeof createSettings>;

/** @param presence notified when the user no longer wants their presence to be seen, or wants it again */
export function createSettings(
  store: SettingsStore,
  wakeups: Waker,
  presence: { setVisible(userId: string, visible: boolean): void },
) {
  return {
    read: (me: string) => store.read(me),
    async change(me: string, part: Partial<Settings>) {
      const settings = await store.change(me, part);
      wakeups.wake([me]);
      if (part.presence !== undefined) presence.setVisible(me, settings.presence);
      return settings;
    },
  };
}
