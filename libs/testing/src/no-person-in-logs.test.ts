import { namesPerson } from './person-pattern.js';
import { recordedLines } from './recorded-lines.js';
import { recordingLogger } from './recording-logger.js';

describe('the scan of logs', () => {
  it.each(['ann@example.org', 'GET /users/ann%40example.org', 'jösé@münchen.de', '+91 1234567890'])(
    'finds %s wherever it was logged',
    (person) => {
      const { logger } = recordingLogger();
      logger.info({ nested: { what: `<${person}>` } }, 'a line');
      logger.warn('another');
      expect(recordedLines().filter(namesPerson)).toContainEqual(expect.stringContaining(person));
    },
  );

  it('does not mistake a stack for a person', () => {
    const { logger, lines } = recordingLogger();
    logger.error(
      { err: new Error('at node_modules/@fastify/x.js:1:2, 2026-11-21T06:00:00.123Z') },
      'x',
    );
    expect(lines.filter(namesPerson)).toEqual([]);
  });

  it.each([
    '{"requestId":"1b3fc54f-2f4d-4278-bb99-d00255550142"}',
    '{"traceId":"4bf92f3577b34da6a3ce929d55550142","spanId":"00f067aa55550142"}',
  ])('does not mistake the digits of an id for a number: %s', (line) => {
    expect(namesPerson(line)).toBe(false);
  });

  it('finds a number that stands beside an id', () => {
    const line = '{"requestId":"1b3fc54f-2f4d-4278-bb99-d00255550199","to":"2125550142"}';
    expect(namesPerson(line)).toBe(true);
  });
});
