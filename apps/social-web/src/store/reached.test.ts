import { Reached } from './reached.js';

const event = (id: string) => ({ id, type: 'message' });

describe('the last event before which a tab has missed none', () => {
  it('is what the tab with the stream says, whatever was read before of another log', () => {
    const reached = new Reached('2');
    reached.settle('1');
    expect(reached.cursor).toBe('1');
  });

  it('is a later one that was heard before that was said', () => {
    const reached = new Reached('2');
    reached.pass(event('5'));
    expect(reached.cursor).toBe('2');
    reached.settle('4');
    expect(reached.cursor).toBe('5');
  });

  it('stays what was read, for a tab that has the stream before it was told anything', () => {
    const reached = new Reached('2');
    reached.pass(event('5'));
    reached.settle();
    expect(reached.cursor).toBe('2');
  });
});
