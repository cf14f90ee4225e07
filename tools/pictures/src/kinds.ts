/** A page worth a picture. */
export interface Kind {
  /** The picture's file name. */
  readonly name: string;
  readonly title: string;
  /** Of a link of the upstream-player, or a path of embed-server. */
  readonly link: string;
  /** Opens what is closed, such as a content warning. */
  readonly opened?: true;
}

interface Chapter {
  readonly title: string;
  readonly kinds: readonly Kind[];
}

const kind = (name: string, title: string, link: string): Kind => ({ name, title, link });

export const chapters: readonly Chapter[] = [
  {
    title: 'Posts on X',
    kinds: [
      kind('tweet-photo', 'A photo', 'a tweet with a photo'),
      kind('tweet-photos', 'Four photos', 'a tweet with four photos'),
      kind(
        'tweet-film',
        'A film; hashtag, mention, cashtag; edited',
        'a tweet with a film, edited',
      ),
      kind('tweet-gif', 'A GIF marked as sensitive', 'a tweet with a sensitive GIF'),
      kind('tweet-poll', 'A poll', 'a tweet with a poll'),
      kind('tweet-quote', 'A quote with its photo', 'a quoted tweet'),
      kind('tweet-card', 'A link card', 'a tweet with a link card'),
      kind('tweet-player', 'A card of a player', 'a tweet with a player card'),
      kind('tweet-long', 'A long post that answers another', 'a long reply'),
      kind('tweet-repost', 'A repost (API v2)', 'a tweet of API v2, reposted'),
      kind('tweet-text', 'Text alone (oEmbed)', 'a tweet of oEmbed, text alone'),
    ],
  },
  {
    title: 'Posts in the fediverse',
    kinds: [
      kind('status-pictures', 'Two pictures', 'a status with two pictures'),
      kind('status-card', 'A link card', 'a status with a link card'),
      kind('status-films', 'Film, picture, sound', 'a status with a film, a picture and a sound'),
      kind('status-arabic', 'From right to left, with a poll', 'a status in Arabic, with a poll'),
      kind('status-poll', 'A poll of several choices', 'a poll'),
      kind('status-warning', 'A content warning', 'a content warning'),
      { ...kind('status-emoji', 'Custom emoji and a GIF', 'custom emoji'), opened: true },
      kind('status-quote', 'A quote', 'a status that quotes'),
      kind('status-boost', 'A boost', 'a boost'),
      kind('status-akkoma', 'A quote on Akkoma', 'a quote on Akkoma'),
    ],
  },
  {
    title: 'By ActivityPub and on Misskey',
    kinds: [
      { ...kind('ap-note', 'A note', 'a note by ActivityPub (GoToSocial)'), opened: true },
      kind('ap-poll', 'A poll', 'a poll by ActivityPub'),
      kind('ap-article', 'An article', 'an article by ActivityPub (WordPress)'),
      kind('ap-film', 'A film', 'a film by ActivityPub (PeerTube)'),
      { ...kind('misskey', 'A note on Misskey', 'a note on Misskey'), opened: true },
    ],
  },
  {
    title: 'Videos',
    kinds: [
      kind('video-youtube', 'YouTube', 'a YouTube video'),
      kind('video-vimeo', 'Vimeo', 'a Vimeo video'),
      kind(
        'video-facebook',
        'Facebook, which tells nothing',
        '/video/facebook/10156049485672318.amp',
      ),
    ],
  },
];

export const kinds: readonly Kind[] = chapters.flatMap((chapter) => chapter.kinds);
