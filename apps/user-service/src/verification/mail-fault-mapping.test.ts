import { mailFaultOf } from './mail-fault-mapping.js';

const rejected = (responseCode: number, response: string, command = 'RCPT TO') => ({
  ...{ code: 'EENVELOPE', command, responseCode, response },
});

it.each([
  ['no such user', rejected(550, '550 5.1.1 <ann@example.org> unknown'), 'refused', 'status_550'],
  ['the same, without an enhanced code', rejected(550, '550 unknown'), 'refused', 'status_550'],
  ['a mailbox that is closed', rejected(554, '554 5.2.1 disabled'), 'refused', 'status_554'],
  ['a relay that is not for us', rejected(554, '554 5.7.1 denied'), 'deferred', 'status_554'],
  ['a policy behind a 550', rejected(550, '550-5.7.26 no DKIM'), 'deferred', 'status_550'],
  ['greylisting', rejected(450, '450 4.2.0 later'), 'deferred', 'status_450'],
  ['a full mailbox', rejected(452, '452 4.2.2 full', 'DATA'), 'deferred', 'status_452'],
  ['a server that closes', rejected(421, '421 4.3.2 closing'), 'unavailable', 'status_421'],
  [
    'a sender that is not wanted',
    rejected(550, '550 5.7.1', 'MAIL FROM'),
    'unavailable',
    'status_550',
  ],
  [
    'a wrong password',
    { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' },
    'unavailable',
    'status_535',
  ],
  ['nobody there', { code: 'ESOCKET', command: 'CONN' }, 'unavailable', 'ESOCKET'],
  ['no STARTTLS', { code: 'ETLS', command: 'CONN' }, 'unavailable', 'ETLS'],
  [
    'an address that cannot be sent to',
    { code: 'EENVELOPE', command: 'API' },
    'refused',
    'EENVELOPE',
  ],
  ['an error of this process', new Error('x'), 'unavailable', 'unknown'],
  ['a code with something else in it', { code: 'to ann@example.org' }, 'unavailable', 'unknown'],
  ['nothing', undefined, 'unavailable', 'unknown'],
])('%s', (_name, error, outcome, reason) => {
  expect(mailFaultOf(error)).toEqual({ outcome, reason });
});
