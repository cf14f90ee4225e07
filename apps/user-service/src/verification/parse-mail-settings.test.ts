import { parseSender, parseSmtpUrl } from './parse-mail-settings.js';

describe('SMTP_URL', () => {
  it.each([
    ['smtp://h', { host: 'h', port: 587, secure: false, auth: null }],
    ['smtps://h/', { host: 'h', port: 465, secure: true, auth: null }],
    ['smtp://[::1]:25', { host: '::1', port: 25, secure: false, auth: null }],
    [
      'smtps://me%40example.org:p%2Fw@h:1',
      { host: 'h', port: 1, secure: true, auth: { user: 'me@example.org', pass: 'p/w' } },
    ],
  ])('%s', (text, server) => {
    expect(parseSmtpUrl(text)).toEqual(server);
  });

  it.each([
    ...['', 'h', 'http://h', 'smtp:h', 'smtp://', 'smtp://h/path', 'smtp://h?tls=1', 'smtp://h#x'],
    ...['smtp://user@h', 'smtp://:pass@h', 'smtp://a:%zz@h', 'smtp://h:99999'],
  ])('refuses %j', (text) => {
    expect(parseSmtpUrl(text)).toBeNull();
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['a@example.org', { name: '', address: 'a@example.org' }],
    ['<a@example.org>', { name: '', address: 'a@example.org' }],
    [' Triptych, Inc. <a@example.org> ', { name: 'Triptych, Inc.', address: 'a@example.org' }],
  ])('%s', (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  it.each([
    ...[
      '',
      'a',
      'a@b@example.org',
      'a@example.org, b@example.org',
      'N <a@example.org> <b@example.org>',
    ],
    ...[
      'N\r\nBcc: e@example.org <a@example.org>',
      '"N" <a@example.org>',
      'N <a@example.org>\nBcc: e@x.org',
    ],
  ])('refuses %j', (text) => {
    expect(parseSender(text)).toBeNull();
  });
});
