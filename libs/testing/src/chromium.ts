import { chromium, type Browser } from 'playwright-core';

// The sandbox wants more than a container gives, and shared memory there is small; the rest keeps the browser from
// asking anybody by itself.
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's, or the one at `CHROMIUM_PATH`. */
export const chromiumPath = () => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * A headless Chromium. The caller closes it. The one at `CHROMIUM_SHELL_PATH`, where that is set: Debian's
 * chromium-headless-shell has no windows, which no test looks at, and takes a third less of the processors' time.
 *
 * @param flags more of them, as its command line takes them
 */
export function startChromium(flags: readonly string[] = []): Promise<Browser> {
  return launch(process.env['CHROMIUM_SHELL_PATH'] ?? chromiumPath(), flags);
}

/** As `startChromium`, but the whole browser: the one without windows shows no notifications. */
export function startWholeChromium(flags: readonly string[] = []): Promise<Browser> {
  return launch(chromiumPath(), flags);
}

function launch(executablePath: string, flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumFlags, ...flags] });
}
