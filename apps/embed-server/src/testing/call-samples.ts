/** As X's syndication has it. */
export const tweet = (id: string, more: object = {}) => ({
  ...{ __typename: 'Tweet', id_str: id, text: `Words of ${id}`, lang: 'en', conversation_count: 3 },
  ...{ created_at: '2026-01-02T00:00:00.000Z' },
  user: {
    ...{ id_str: '13', name: 'Ada', screen_name: 'Ada' },
    profile_image_url_https: 'https://pbs.twimg.com/profile_images/1/a_normal.jpg',
  },
  ...more,
});

export const misskeyNote = (id: string, more: object = {}) => ({
  ...{ id, user: { id: 'a', username: 'ada', host: null }, text: `Words of ${id}` },
  ...{ visibility: 'public', repliesCount: 1, createdAt: '2026-01-02T00:00:00.000Z' },
  ...more,
});
