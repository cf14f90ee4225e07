import { host } from './program.js';

export const event = (more: object) => ({ type: 'Event', name: 'T', ...more });
export const told = (words: string) => ({ content: `<p><strong>T</strong></p><p>${words}</p>` });

const poll = (more: object) => ({
  ...{ type: 'Question', content: 'words', oneOf: ['warp'] },
  ...more,
});
const open = (end: string | null) => ({ poll: { expired: false, expires_at: end } });

/** Events and polls whose times are odd: what is sent, and what is told of it. */
export const oddTimes: readonly (readonly [what: string, own: object, told: object])[] = [
  [
    'a day as its end',
    event({ startTime: '2026-12-11T19:00:00Z', endTime: '2026-12-13' }),
    told('2026-12-11, 19:00 UTC – 2026-12-13'),
  ],
  [
    'its own day as its end',
    event({ startTime: '2026-12-11T19:00:00Z', endTime: '2026-12-11' }),
    told('2026-12-11, 19:00 UTC'),
  ],
  [
    'a day as its beginning',
    event({ startTime: '2026-12-11', endTime: '2026-12-13T19:00:00Z' }),
    told('2026-12-11 – 2026-12-13, 19:00 UTC'),
  ],
  [
    'a place in words',
    event({ location: { type: 'Place', content: '<p>The &amp; mill</p>' } }),
    told('The &amp; mill'),
  ],
  ['an end that is a day', poll({ endTime: '2999-12-11' }), open('2999-12-11')],
  ['an end that is a day of a zone', poll({ endTime: '2999-12-11+02:00' }), open('2999-12-11')],
  [
    'an end that is a moment',
    poll({ closed: '2999-12-11T19:00:00Z' }),
    open('2999-12-11T19:00:00.000Z'),
  ],
  ['no end', poll({ closed: false }), open(null)],
  ['no end, in words', poll({ closed: 'false' }), open(null)],
  ['an end, in words', poll({ closed: 'true' }), { poll: { expired: true } }],
  ['who ended it', poll({ closed: `${host}/ada` }), { poll: { expired: true } }],
  ['an end that was', poll({ closed: '2020-12-11' }), { poll: { expired: true } }],
];
