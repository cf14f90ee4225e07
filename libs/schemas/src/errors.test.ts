import { errorKinds, problem, ServiceError } from './index.js';

class NameTaken extends ServiceError {
  constructor(cause: unknown) {
    super('conflict', 'name_taken', 'This name is taken.', { cause });
  }
}

describe('ServiceError', () => {
  it('keeps kind, code and public message apart from the cause', () => {
    const cause = new Error('duplicate key (name)=(ann)');
    const error = new NameTaken(cause);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ name: 'NameTaken', kind: 'conflict', code: 'name_taken' });
    expect(error.message).toBe('This name is taken.');
    expect(error.cause).toBe(cause);
    expect(String(error)).not.toContain('duplicate key');
  });

  it('has no cause unless it was given one', () => {
    const error = new ServiceError('busy', 'upstream_busy', 'Try later.', { retryAfter: 30 });
    expect('cause' in error).toBe(false);
    expect(error.retryAfter).toBe(30);
    expect(error.faults).toBeUndefined();
  });

  it('carries the faults of a payload', () => {
    const faults = [{ pointer: '/email', detail: 'must be an address' }];
    const error = new ServiceError('invalid', 'invalid_payload', 'The body is wrong.', { faults });
    expect(error.faults).toEqual(faults);
  });

  it('is described by its class where `problem` declares it', () => {
    class Gone extends problem('not-found', 'gone', 'It is gone.') {}
    const error = new Gone({ cause: new Error('row 7'), retryAfter: 1 });
    expect([Gone.kind, Gone.code, Gone.detail]).toEqual(['not-found', 'gone', 'It is gone.']);
    expect(error).toMatchObject({ name: 'Gone', kind: 'not-found', code: 'gone', retryAfter: 1 });
    expect(error.message).toBe('It is gone.');
    expect(error).toBeInstanceOf(ServiceError);
  });

  it('has what `problem` says of every error of its class, unless it is given otherwise', () => {
    const faults = [{ pointer: '/q', detail: 'must hold a letter' }];
    class NoWords extends problem('invalid', 'no_words', 'No word.', { faults, retryAfter: 1 }) {}
    expect(new NoWords()).toMatchObject({ faults, retryAfter: 1 });
    expect(new NoWords({ retryAfter: 2 })).toMatchObject({ faults, retryAfter: 2 });
  });

  it('names each kind once', () => {
    expect(new Set(errorKinds).size).toBe(errorKinds.length);
  });
});
