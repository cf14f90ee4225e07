import { several as count } from './counts.js';

/** Of the files of messages, of what is spoken, and of what comes from the share sheet of the device. */
export const files = {
  files: {
    image: count('Photo', 'photos'),
    video: count('Video', 'videos'),
    audio: count('Audio', 'audio files'),
    file: count('File', 'files'),
    voice: 'Voice message',
    named: (what: string, name: string) => `${what}: ${name}`,
    gone: 'This file is no longer there, or no longer for you.',
    away: 'Not on this device: needs the network.',
    broken: 'This browser cannot show it.',
    download: 'Download',
    pictureOf: (n: number, all: number) => `${n} of ${all}`,
    previous: 'Previous picture',
    next: 'Next picture',
    fullSize: 'Full size',
    fit: 'Fit to the window',
    attach: 'Attach files',
    camera: 'Take a photo',
    chosen: 'Files to send',
    remove: (name: string) => `Remove ${name}`,
    alt: 'What it shows, for who cannot see it',
    tooLarge: (name: string, most: string) => `${name} is larger than ${most}.`,
    empty: (name: string) => `${name} is empty.`,
    unreadable: (name: string) => `${name} cannot be read.`,
    tooMany: (most: number) => `A message has at most ${most} files.`,
    drop: 'Drop files to send them here',
    percent: (n: number) => `${n} %`,
  },
  voice: {
    record: 'Record a voice message',
    recording: 'Recording a voice message',
    discard: 'Discard the recording',
    stop: 'Stop, and listen to it first',
    send: 'Send the voice message',
    noMicrophone: 'There is no microphone, or this page may not use it.',
    nothing: 'Nothing was recorded.',
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    positionOf: (at: string, all: string) => `${at} of ${all}`,
    speed: (times: string) => `Speed: ${times} times`,
  },
  share: {
    title: 'Share',
    to: 'Share with',
    means:
      'It goes into the draft of the conversation that you choose. Nothing is sent until you send it there.',
    waits: 'Sign in: what you have shared waits here for a few minutes.',
    gone: 'What was shared is no longer here. Share it again.',
    failures: {
      empty: 'There is nothing in it that could be sent.',
      large: 'This is too much to be shared at once.',
      unkept: 'This browser has no room for it, or may keep nothing.',
      missed: 'It could not be taken this time. Share it again.',
    },
  },
};

export type FilesTexts = typeof files;
