import type { Reading } from '../reader.js';

/** Pages of oEmbed providers. */
export const oembedReadings: Readonly<Record<string, Reading>> = {
  'oembed-codepen': {
    text: ['A loom in CSS', 'Mio', 'Playing it loads content from CodePen. View on CodePen'],
    pictures: ['Load content from CodePen: A loom in CSS'],
  },
  'oembed-dailymotion': {
    text: [
      'Chats paresseux',
      'jeanbamin',
      'Playing it loads content from Dailymotion. View on Dailymotion',
    ],
    pictures: ['Play video: Chats paresseux'],
  },
  'oembed-flickr': {
    text: ['Three ridges', 'Omar Haddad', 'View on Flickr'],
    pictures: ['Three ridges'],
  },
  'oembed-instagram': {
    text: [
      'Instagram',
      'ruby_eloquent',
      'Playing it loads content from Instagram. View on Instagram',
    ],
    pictures: ['Load content from Instagram: Instagram'],
  },
  'oembed-link': {
    text: ['On looms', 'Ada Byron', 'View on Reddit'],
  },
  'oembed-reddit': {
    text: [
      "Buffett on cyrptocurrencies: 'I can say almost with certainty that they will come to a bad ending'",
      'dennisrieves',
      'Playing it loads content from Reddit. View on Reddit',
    ],
    pictures: [
      "Load content from Reddit: Buffett on cyrptocurrencies: 'I can say almost with certainty that they will come to a bad ending'",
    ],
  },
  'oembed-soundcloud': {
    text: [
      'Harbour at Dawn by Lena Moor',
      'Lena Moor',
      'Playing it loads content from SoundCloud. View on SoundCloud',
    ],
    pictures: ['Load content from SoundCloud: Harbour at Dawn by Lena Moor'],
  },
  'oembed-spotify': {
    text: [
      'A Cantar con Xabarin (Vol. I e II)',
      'Playing it loads content from Spotify. View on Spotify',
    ],
    pictures: ['Load content from Spotify: A Cantar con Xabarin (Vol. I e II)'],
  },
  'oembed-ted': {
    text: [
      'Ada Byron: What cards can mean',
      'Ada Byron',
      'Playing it loads content from TED. View on TED',
    ],
    pictures: ['Play video: Ada Byron: What cards can mean'],
  },
  'oembed-threads': {
    text: ['Threads', 'Playing it loads content from Threads. View on Threads'],
    pictures: ['Load content from Threads: Threads'],
  },
  'oembed-tiktok': {
    text: [
      'Nuestro #AplausoSanitario más sincero. Para todos. Y recuerda, #QuédateEnCasa',
      'Antena 3 Noticias',
      'Playing it loads content from TikTok. View on TikTok',
    ],
    pictures: [
      'Play video: Nuestro #AplausoSanitario más sincero. Para todos. Y recuerda, #QuédateEnCasa',
    ],
  },
};
