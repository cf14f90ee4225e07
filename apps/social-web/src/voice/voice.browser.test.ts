import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { overflow } from '../testing/overflow.js';
import {
  befriend,
  continueAs,
  openChat,
  signInAs,
  startTwoPeople,
  type TwoPeople,
} from '../testing/people.js';
import {
  beepingMicrophone,
  hasWaveform,
  recordButton,
  recordingBar,
  sendSpoken,
  speak,
} from '../testing/voices.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  people = await startTwoPeople({ bob: phone, flags: beepingMicrophone });
  [alice, bob] = [people.alice.page, people.bob.page];
});
afterAll(() => people?.close());

const voices = (page: Page) => page.locator('.voice').last();

describe('a voice message', () => {
  it('is recorded and sent, and has a shape, a length and speeds where it arrives', async () => {
    await speak(alice);
    expect(await axeFindings(alice)).toEqual([]);
    await sendSpoken(alice);
    await voices(bob).waitFor();
    await bob.getByRole('article', { name: /Alice.*Voice message/ }).waitFor();
    await hasWaveform(bob);
    expect(await voices(bob).locator('.voice-time').textContent()).toMatch(/^(?!0:00)\d+:\d\d$/);
    expect(await axeFindings(bob)).toEqual([]);
    expect(await overflow(bob)).toEqual([]);
    await voices(bob).getByRole('button', { name: 'Play' }).click();
    await bob.waitForFunction(() => document.querySelector('.voice .voice-played') !== null);
    await voices(bob).getByRole('button', { name: 'Speed: 1 times' }).click();
    const sound = voices(bob).locator('audio');
    expect(await sound.evaluate((one: HTMLAudioElement) => one.playbackRate)).toBe(1.5);
    const slider = voices(bob).getByRole('slider', { name: 'Position' });
    await sound.evaluate((one: HTMLAudioElement) => one.pause());
    await slider.focus();
    await bob.keyboard.press('Home');
    expect(Number(await slider.inputValue())).toBeLessThan(1);
  });

  it('is asked about before a sign-out in another tab, while it is recorded', async () => {
    const other = await alice.context().newPage();
    await other.goto(`${people.server.url}/settings`);
    const signOut = other.getByRole('button', { name: 'Sign out', exact: true });
    await signOut.waitFor();
    await alice.bringToFront();
    await speak(alice);
    await signOut.click();
    await other.getByRole('dialog', { name: 'Not everything has been sent' }).waitFor();
    await other.close();
    await recordingBar(alice).getByRole('button', { name: 'Discard the recording' }).click();
    await alice.getByLabel('Message Bob').waitFor();
  });

  it('is recorded on, with the focus where it is, while messages come', async () => {
    await speak(alice);
    const discard = recordingBar(alice).getByRole('button', { name: 'Discard the recording' });
    await discard.focus();
    await bob.getByLabel('Message Alice').fill('in between');
    await bob.keyboard.press('Enter');
    await alice.locator('.bubble', { hasText: 'in between' }).waitFor();
    expect(await discard.evaluate((one) => one === document.activeElement)).toBe(true);
    await discard.click();
    await alice.getByLabel('Message Bob').waitFor();
  });

  it('can be discarded, and listened to before it is sent', async () => {
    await speak(alice);
    await recordingBar(alice).getByRole('button', { name: 'Discard the recording' }).click();
    await alice.getByLabel('Message Bob').waitFor();
    await speak(alice);
    await recordingBar(alice).getByRole('button', { name: 'Stop, and listen to it first' }).click();
    const chosen = alice.getByRole('list', { name: 'Files to send' });
    await chosen.getByText('Voice message').waitFor();
    await chosen.locator('audio').evaluate((one: HTMLAudioElement) => one.play());
    await alice.getByRole('button', { name: 'Send', exact: true }).click();
    await bob.locator('.voice').nth(1).waitFor();
  });

  it('is kept for the next message where the conversation is left meanwhile', async () => {
    await speak(alice);
    await alice.getByRole('link', { name: 'Friends' }).click();
    await alice.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
    await alice.goBack();
    await alice.getByRole('list', { name: 'Files to send' }).getByText('Voice message').waitFor();
    await alice.getByRole('button', { name: 'Remove Voice message' }).click();
  });

  it('is kept, and said to be, where the session or the friendship ends meanwhile', async () => {
    await speak(alice);
    const { page: other } = await signInAs(people.browser, people.server.url, 'Alice');
    await other.goto(`${people.server.url}/settings`);
    await other.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await alice.getByText('What you have not sent yet is kept on this device.').waitFor();
    await continueAs(alice, 'Alice');
    await other.context().close();
    await alice.getByRole('list', { name: 'Files to send' }).getByText('Voice message').waitFor();
    await bob.getByRole('button', { name: 'More about Alice' }).click();
    await bob.getByRole('menuitem', { name: 'Remove friend' }).click();
    await bob.getByRole('dialog').getByRole('button', { name: 'Remove friend' }).click();
    const closed = alice.locator('.conversation-closed');
    await closed.getByText('Voice message').waitFor();
    expect(await alice.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await closed.getByRole('button', { name: 'Discard' }).click();
    await bob.goto(`${people.server.url}/chats`);
    await befriend(alice, bob, 'Bob');
    await openChat(alice, 'Bob');
    await openChat(bob, 'Alice');
    await alice.getByLabel('Message Bob').waitFor();
  });

  it('is one, also where the page learns of the largest file while it is recorded', async () => {
    const limits = '**/api/message/limits';
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await alice.route(limits, (route) => released.then(() => route.continue()));
    const asked = alice.waitForRequest(limits);
    await alice.reload();
    await asked;
    await speak(alice);
    const told = alice.waitForResponse(limits);
    release();
    await told;
    await recordingBar(alice).getByText('0:02').waitFor();
    const before = await bob.locator('.voice').count();
    await sendSpoken(alice);
    await bob.locator('.voice').nth(before).waitFor();
    expect(await alice.locator('.chosen-file').count()).toBe(0);
    await alice.unroute(limits);
  });

  it('leaves what is written in another tab meanwhile, and both arrive', async () => {
    const beside = await alice.context().newPage();
    await beside.goto(alice.url());
    await alice.bringToFront();
    await speak(alice);
    await beside.getByLabel('Message Bob').fill('written beside it');
    // As far as the tab that records; a draft that has its name comes with it.
    await alice.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));
    const before = await bob.locator('.voice').count();
    await sendSpoken(alice);
    await bob.locator('.voice').nth(before).waitFor();
    expect(await alice.getByLabel('Message Bob').inputValue()).toBe('written beside it');
    await beside.bringToFront();
    await beside.getByLabel('Message Bob').press('Enter');
    await bob.locator('.bubble', { hasText: 'written beside it' }).waitFor();
    await beside.close();
  });

  it('is recorded where its loudness cannot be shown', async () => {
    const before = await bob.locator('.voice').count();
    await alice.evaluate(() => {
      const { AudioContext } = window;
      window.AudioContext = class {
        constructor() {
          window.AudioContext = AudioContext;
          throw new DOMException('too many of them', 'NotSupportedError');
        }
      } as unknown as typeof AudioContext;
    });
    await speak(alice);
    await sendSpoken(alice);
    await bob.locator('.voice').nth(before).waitFor();
  });

  it('leaves no microphone open that cannot be recorded', async () => {
    await alice.evaluate(() => {
      const { MediaRecorder } = window;
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (wanted) =>
        Object.assign(window, { stream: await open(wanted) }).stream;
      window.MediaRecorder = class extends MediaRecorder {
        override start() {
          window.MediaRecorder = MediaRecorder;
          throw new DOMException('no encoder', 'NotSupportedError');
        }
      };
    });
    await recordButton(alice).click();
    await alice.getByText('There is no microphone, or this page may not use it.').waitFor();
    const states = await alice.evaluate(() =>
      (window as unknown as { stream: MediaStream }).stream
        .getTracks()
        .map((one) => one.readyState),
    );
    expect(states).toEqual(['ended']);
    await recordingBar(alice).getByRole('button', { name: 'Discard the recording' }).click();
  });

  it('of a microphone that gives nothing is not sent, and its person is told', async () => {
    // As where the browser gets no sound from its device.
    await alice.evaluate(() => {
      Object.defineProperty(BlobEvent.prototype, 'data', { get: () => new Blob() });
    });
    const before = await alice.locator('.message').count();
    await speak(alice);
    await sendSpoken(alice);
    await alice.getByRole('alert').getByText('Nothing was recorded.').waitFor();
    await recordButton(alice).waitFor();
    expect(await alice.locator('.message').count()).toBe(before);
  });

  it('says so where no microphone may be used, and lets go on writing', async () => {
    await alice.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('denied', 'NotAllowedError'));
    });
    await recordButton(alice).click();
    await alice.getByText('There is no microphone, or this page may not use it.').waitFor();
    await recordingBar(alice).getByRole('button', { name: 'Discard the recording' }).click();
    await alice.getByLabel('Message Bob').fill('then in words');
    expect(await recordButton(alice).count()).toBe(0);
  });
});
