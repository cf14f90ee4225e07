// Voice messages, as somebody speaks them into a page.
import type { Page } from 'playwright-core';

/** Flags of a browser that has a microphone which beeps, and asks nobody whether pages may hear it. */
export const beepingMicrophone = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

export const recordButton = (page: Page) =>
  page.getByRole('button', { name: 'Record a voice message' });
export const recordingBar = (page: Page) =>
  page.getByRole('group', { name: 'Recording a voice message' });

/** Until so much has been recorded, as the page shows it: "0:01". */
export async function speak(page: Page, until = '0:01'): Promise<void> {
  await recordButton(page).click();
  await recordingBar(page).getByText(until).waitFor();
}

export const sendSpoken = (page: Page) =>
  recordingBar(page).getByRole('button', { name: 'Send the voice message' }).click();

/** Resolves once a voice message is drawn with its shape. */
export async function hasWaveform(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const bars = [...document.querySelectorAll('.voice rect')];
    return new Set(bars.map((one) => one.getAttribute('height'))).size > 3;
  });
}
