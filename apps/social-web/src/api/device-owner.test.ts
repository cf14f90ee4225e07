import { claimDevice, storageOf } from './device-owner.js';
import { deviceStorage, removePersonal } from './device-storage.js';
import { readDraft, storeDraft } from './kept-drafts.js';

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
