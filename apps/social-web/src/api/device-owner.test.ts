import { QueryClient } from '@tanstack/react-query';
import {
  claimDevice,
  claimMemory,
  clearDevice,
  settleOwner,
  storageOf,
  watchOwner,
} from './device-owner.js';
import { deviceStorage, removePersonal } from './device-storage.js';
import { noDraft, readDraft, storeDraft, storeSavedDraft } from './kept-drafts.js';
import { keys } from './query-cache.js';

it('nothing is written for somebody who has signed out, or after another person has signed in', () => {
  claimDevice('ann');
  const storage = storageOf('ann');
  storage.setItem('queue/ann/1', 'kept');
  expect(deviceStorage.getItem('queue/ann/1')).toBe('kept');
  removePersonal();
  deviceStorage.removeItem('owner');
  storage.setItem('queue/ann/2', 'late');
  claimDevice('bob');
  storage.setItem('queue/ann/3', 'later');
  expect(deviceStorage.keys()).toEqual(['owner']);
  expect(storage.getItem('queue/ann/2')).toBeNull();
});

it('a draft is not left to another person, also of a chat with them', () => {
  deviceStorage.setItem('owner', 'ann');
  storeDraft('ann--bob', 'to Bob');
  claimDevice('ann');
  expect(readDraft('ann--bob')).toBe('to Bob');
  claimDevice('bob');
  expect(readDraft('ann--bob')).toBe('');
});

describe('a tab of somebody in whose place another person has signed in', () => {
  const text = 'as the server has it';
  beforeEach(() => {
    claimDevice('bob');
    storeDraft('bob--cleo', text);
    storeSavedDraft('bob--cleo', { ...noDraft, text, stamp: 1, epoch: '' });
  });

  it('leaves what is kept for that one when its own session is over', () => {
    deviceStorage.setItem('leaving', '');
    settleOwner(null, 'ann');
    expect(deviceStorage.keys().sort()).toEqual([
      'draft/bob--cleo',
      'draft/bob--cleo/name',
      'draft/bob--cleo/saved',
      'leaving',
      'owner',
    ]);
    deviceStorage.removeItem('leaving');
    // Of its own person, or of a tab that has just been opened.
    for (const before of ['bob', null]) {
      storeDraft('bob--cleo', text);
      storeSavedDraft('bob--cleo', { ...noDraft, text, stamp: 1, epoch: '' });
      settleOwner(null, before);
      expect(readDraft('bob--cleo')).toBe('');
    }
  });

  it('leaves it also when signing out took until then, and asks who is signed in', () => {
    const client = new QueryClient();
    client.setQueryData(keys.session, { id: 'ann' });
    client.setQueryData(keys.friends, 'of Ann');
    clearDevice(client, 'ann');
    expect([deviceStorage.getItem('owner'), readDraft('bob--cleo')]).toEqual(['bob', text]);
    expect(
      client
        .getQueryCache()
        .findAll()
        .map(({ state }) => state.data),
    ).toEqual([undefined]);
    clearDevice(client, 'bob');
    expect(deviceStorage.keys()).toEqual([]);
    expect(client.getQueryData(keys.session)).toBeNull();
  });

  it('shows nothing to that one of what is in its memory', () => {
    const client = new QueryClient();
    claimMemory(client, 'ann');
    client.setQueryData(keys.friends, 'of Ann');
    client.setQueryData(keys.session, { id: 'bob' });
    claimMemory(client, 'ann');
    expect(client.getQueryData(keys.friends)).toBe('of Ann');
    claimMemory(client, 'bob');
    expect(client.getQueryData(keys.friends)).toBeUndefined();
    expect(client.getQueryData(keys.session)).toEqual({ id: 'bob' });
  });
});

describe('a tab that was not told of another person', () => {
  let targets: { window: EventTarget; document: EventTarget };
  beforeEach(() => {
    targets = { window: new EventTarget(), document: new EventTarget() };
    const { window, document } = targets;
    const addEventListener = window.addEventListener.bind(window);
    Object.assign(globalThis, { addEventListener, document });
  });
  afterEach(() => {
    for (const name of ['addEventListener', 'document']) Reflect.deleteProperty(globalThis, name);
  });

  it.each([
    ['window', 'storage'],
    ['window', 'pageshow'],
    ['document', 'visibilitychange'],
  ] as const)('looks whose the device is when its %s hears of %s', (target, type) => {
    claimDevice('ann');
    let lost = 0;
    watchOwner('ann', () => lost++);
    targets[target].dispatchEvent(new Event(type));
    expect(lost).toBe(0);
    claimDevice('bob');
    targets[target].dispatchEvent(new Event(type));
    targets[target].dispatchEvent(new Event(type));
    expect(lost).toBe(1);
  });
});
