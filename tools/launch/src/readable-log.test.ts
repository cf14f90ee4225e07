import { createReadableLog, wantsColour } from './readable-log.js';

function written(lines: string[], colour = false) {
  const out: string[] = [];
  const writer = createReadableLog((line) => out.push(line), colour)('user-service');
  lines.forEach(writer);
  return out;
}

const line = JSON.stringify({
  level: 'info',
  time: '2026-01-02T03:04:05.000Z',
  name: 'user-service',
  route: '/users',
  msg: 'done',
});

describe('the readable log', () => {
  it('shows level, message and the rest of a JSON line under the name of its writer', () => {
    const [first] = written([line]);
    expect(first).toMatch(/^user-service +\| \[\d\d:\d\d:\d\d\] INFO.*done.*"route":"\/users"/);
  });

  it.each(['not json', '{"broken', '  at file.js:1', ''])('shows %j as it is', (text) => {
    expect(written([text])[0]?.replace(/^user-service +\| /, '')).toBe(text);
  });

  it('adds no colour unless asked', () => {
    expect(written([line])[0]).not.toMatch(/\u001b/);
  });

  it('uses colour on a terminal, never with NO_COLOR', () => {
    expect(wantsColour({ isTTY: true }, {})).toBe(true);
    expect(wantsColour({}, {})).toBe(false);
    expect(wantsColour({}, { FORCE_COLOR: '1' })).toBe(true);
    expect(wantsColour({ isTTY: true }, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  });
});
