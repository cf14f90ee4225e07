// Whoever speaks to their device, or meets keys by accident, can turn off the one that works without another (WCAG 2.2, 2.1.4).
import { deviceStorage } from '../api/device-storage.js';

const key = 'single-keys';

export const hasSingleKeys = () => deviceStorage.getItem(key) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  if (isOn) deviceStorage.removeItem(key);
  else deviceStorage.setItem(key, 'off');
}
