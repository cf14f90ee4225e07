import type { Reading } from '../reader.js';

export const tweetThreadReadings: Readonly<Record<string, Reading>> = {
  'tweet-drawn-thread': {
    text: [
      'Post by Lena on X',
      'Lena',
      '@lena_hikes',
      'Three days on the ridge. What I learned, in a few posts. 1/3',
      'May 18, 2026, 6:00 AM',
      '1 reply',
      '9 likes',
      'Lena',
      '@lena_hikes',
      'The hut is full by noon: walk early. 2/3',
      'May 18, 2026, 6:02 AM',
      '1 reply',
      '9 likes',
      'Lena',
      '@lena_hikes',
      'And take the bus home. 3/3',
      'May 18, 2026, 6:06 AM',
      'View on X',
      'Reply',
      'Repost',
      'Like (14 likes)',
    ],
    pictures: ['Three ridges at dusk'],
  },
};
