import type { Waker } from '../events/wakeups.port.js';
import type { Settings, SettingsStore } from './settings-store.port.js';

export interface SettingsParts {
  readonly store: SettingsStore;
  readonly wakeups: Waker;
  /** Whoever shows that someone is there hears when they no longer want it, or want it again. */
  readonly presence: { show(userId: string, visible: boolean): void };
}

export interface OwnSettings {
  read(me: string): Promise<Settings>;
  change(me: string, part: Partial<Settings>): Promise<Settings>;
}

export function createSettings({ store, wakeups, presence }: SettingsParts): OwnSettings {
  return {
    read: (me) => store.read(me),
    async change(me, part) {
      const settings = await store.change(me, part);
      wakeups.wake([me]);
      if (part.presence !== undefined) presence.show(me, settings.presence);
      return settings;
    },
  };
}
