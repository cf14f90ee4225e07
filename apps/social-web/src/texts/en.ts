import type { fileLost, ProblemCode } from '../api/client.js';
import { count } from './counts.js';
import { chats } from './en-chats.js';
import { emoji } from './en-emoji.js';
import { files } from './en-files.js';
import { people } from './en-people.js';
import { voice } from './en-voice.js';

/** Every text of the client in English. The other catalogues have the shape of this one, in as many files. */
export const en = {
  ...people,
  ...chats,
  ...emoji,
  ...files,
  ...voice,
  somebody: 'Somebody',
  loading: 'Loading…',
  retry: 'Try again',
  cancel: 'Cancel',
  undo: 'Undo',
  dismiss: 'Dismiss',
  back: 'Back',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  signIn: {
    title: 'Sign in',
    lead: 'Write to your friends: two people, one conversation.',
    points: [
      'Only friends can write to you, and you decide who becomes one.',
      'What you write without a network waits, and goes out when there is one.',
      'You can download everything that is kept about you, and delete your account.',
    ],
    honest:
      'Messages are stored on this server in readable form. The people who run it can read them, and see who is friends with whom.',
    with: (provider: string) => `Continue with ${provider}`,
    none: 'No sign-in is configured on this server.',
  },
  nav: { chats: 'Chats', friends: 'Friends', search: 'Search', settings: 'Settings' },
  newVersion: { ready: 'A new version is here.', take: 'Load it' },
  connection: {
    connecting: 'Connecting again…',
    offline: 'You are offline. What you send waits here.',
  },
  settings: {
    title: 'Settings',
    profile: 'You',
    name: 'Name',
    nameSaved: 'The name is saved.',
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'As the device', light: 'Light', dark: 'Dark' },
    language: 'Language',
    privacy: 'Privacy',
    readReceipts: 'Show friends how far I have read',
    typing: 'Show friends that I am typing',
    presence: 'Show friends that I am here',
    notifications: 'Notifications',
    notify: 'Notify me of messages while this page is in the background',
    sound: 'Play a sound for messages while this page is open',
    notifyClosed: 'Notify me of messages on this device, also while this page is closed',
    notifyOnlyOpen: 'This browser can be reached only while a page of Triptych is open.',
    notifyDenied:
      'The browser blocks notifications from this page. You can allow them in its settings for this site.',
    notifyInstall:
      'On this device, notifications need Triptych on the home screen: choose Share, then “Add to Home Screen”, and open it there.',
    notifyUnsupported: 'This browser has no notifications.',
    accounts: 'Ways to sign in',
    link: (provider: string) => `Add ${provider}`,
    unlink: 'Remove',
    sessions: 'Where you are signed in',
    thisDevice: 'this device',
    lastUsed: (when: string) => `Last used ${when}`,
    unknownDevice: 'Unknown device',
    endSession: 'Sign out there',
    endOthers: 'Sign out everywhere else',
    signOut: 'Sign out',
    unsent: count('message has not been sent', 'messages have not been sent'),
    unsentMeans: 'Signing out deletes what still waits on this device.',
    about: 'About',
    aboutDeleting:
      'A message that you delete for both loses its text on the server. Reports of it and back-ups may still hold it.',
    data: 'Your data',
    export: 'Download everything',
    erase: 'Delete account',
    eraseMeans:
      'Your friendships end, your name disappears from every conversation, and nothing brings it back.',
    eraseConfirm: (word: string) => `Type ${word} to confirm`,
  },
  errors: {
    offline: 'You are offline.',
    unreachable: 'The server cannot be reached.',
    unknown: 'That did not work. Try again.',
    foreign: 'Something between this device and the server does not let it through.',
    rate_limited: 'Too many attempts. Wait a moment.',
    byCode: {
      person_not_found: 'Nobody here can be found by this.',
      cannot_befriend_self: 'That is you.',
      already_related: 'You are friends already, or a request is open.',
      no_pending_request: 'There is no request from this person any more.',
      too_many_pending: 'Too many of your requests wait for an answer.',
      invalid_email: 'This is neither an e-mail address nor a handle.',
      invalid_handle: '3 to 30 letters, digits and single _, a letter first.',
      handle_taken: 'This handle is not to be had.',
      handle_changed_lately: 'A handle can be changed every 30 days.',
      invitation_not_found: 'This link is not valid, or not any more.',
      too_many_invitations: 'You have twenty links. Revoke one.',
      too_late: 'This message is too old for that.',
      message_deleted: 'The message was deleted meanwhile.',
      too_many_pins: 'This chat has fifty pinned messages. Unpin one.',
      nothing_to_forward: 'The message is not there any more.',
      nothing_to_reply_to: 'The message that this replies to is not there any more.',
      not_in_chat: 'You are no longer friends.',
      invalid_text: 'This text cannot be sent.',
      payload_too_large: 'This is too long to be sent.',
      attachment_too_large: 'The file is larger than this server keeps.',
      attachment_empty: 'The file is empty.',
      picture_unreadable: 'The picture cannot be read: it is damaged, or too large.',
      attachment_quota_exceeded:
        'Your files take all the room that you have here. Delete messages with files.',
      too_many_uploads: 'Too many of your files are still on their way. Try again later.',
      nothing_to_attach: 'The server does not have the files.',
      file_lost: 'The browser has not kept the file. Choose it again.',
      no_words: 'Type at least one letter or digit.',
    } satisfies Partial<Record<ProblemCode | typeof fileLost, string>>,
  },
};

export type Texts = typeof en;
