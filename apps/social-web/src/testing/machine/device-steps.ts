// What happens to the device of somebody: its network, its tabs, its sleep, and where their attention is.
import type { MachinePerson } from './machine-person.js';
import { pick, type Random, type Weighted } from './random.js';

export type DeviceStep = (person: MachinePerson, random: Random) => Promise<string | null>;

/** Anything but the tab that has attention now. */
const lookElsewhere: DeviceStep = async (person, random) => {
  const choices = [...person.tabs, null].filter((tab) => tab !== person.active);
  const next = pick(random, choices);
  await person.attend(next);
  return next ? `looks at tab ${person.tabs.indexOf(next)}` : 'looks away';
};

const offline: DeviceStep = async (person) => {
  if (person.isOffline) return null;
  await person.setOffline(true);
  return 'is offline';
};

const online: DeviceStep = async (person) => {
  if (!person.isOffline) return null;
  await person.setOffline(false);
  return 'is online';
};

const reopen: DeviceStep = async (person, random) => {
  if (person.isAsleep) return null;
  const tab = pick(random, person.tabs);
  const path = new URL(tab.page.url()).pathname;
  const hadAttention = person.active === tab;
  // Chromium fails to open one, and is stuck then, while a window of the person is closing.
  const opened = await person.openTab(path);
  await person.closeTab(tab);
  // The new tab is in front of the one with their attention.
  await person.attend(hadAttention ? opened : person.active);
  return `opens a tab at ${path} and closes another one`;
};

/** The tab in the background is frozen; one with a lock never is. */
const freeze: DeviceStep = async (person) => {
  const tab = person.tabs.find((one) => one !== person.active && !one.isAsleep);
  if (!tab || person.tabs.some(({ isAsleep }) => isAsleep) || (await tab.holdsLock())) return null;
  await tab.setAsleep(true);
  return `lets tab ${person.tabs.indexOf(tab)} sleep`;
};

const closeLid: DeviceStep = async (person) => {
  if (person.isAsleep) return null;
  await person.setAsleep(true);
  return 'closes the lid';
};

const back: DeviceStep = async (person) => {
  if (person.active) return null;
  await person.attend(person.tabs[0]!);
  return 'is back';
};

export const deviceSteps: Weighted<DeviceStep> = [
  [8, lookElsewhere],
  [2, offline],
  [8, online],
  [3, reopen],
  [4, freeze],
  [2, closeLid],
  [6, back],
];

/** Everything of the device works again, and nobody looks at it. */
export async function heal(person: MachinePerson): Promise<void> {
  await person.setOffline(false);
  await person.setAsleep(false);
  await person.attend(null);
}
