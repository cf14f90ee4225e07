import { chromium, type Browser } from 'playwright-core';

// The sandbox wants more than a container gives, and shared memory there is small; the rest keeps the browser from
// asking anybody by itself.
const flags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium: Debian's, or the one at `CHROMIUM_PATH`. The caller closes it. */
export function startChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: flags });
}
