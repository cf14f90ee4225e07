import {
  isConnectionLoss,
  isDataFault,
  isRetryable,
  isUniqueViolation,
  sqlState,
} from './database-errors.js';
import { withRetry } from './retry.js';

const p2002 = (constraint: object) => ({
  code: 'P2002',
  meta: {
    modelName: 'User',
    driverAdapterError: {
      cause: { originalCode: '23505', kind: 'UniqueConstraintViolation', constraint },
    },
  },
});

describe('isUniqueViolation', () => {
  it.each([
    ['Prisma on the embedded database', p2002({ fields: ['email'] })],
    ['Prisma on PostgreSQL', p2002({ index: 'users_email_key' })],
    ['pg', { code: '23505', constraint: 'users_email_key' }],
    [
      'a raw query through Prisma',
      { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '23505' } } } },
    ],
  ])('sees a refused row of %s', (_name, error) => {
    expect(isUniqueViolation(error)).toBe(true);
  });

  it.each([
    [undefined],
    [null],
    ['23505'],
    [new Error('no')],
    [{ code: 'P2025' }],
    [{ code: '23503' }],
  ])('is not misled by %p', (error) => expect(isUniqueViolation(error)).toBe(false));
});

describe('sqlState', () => {
  it('does not take a Prisma code for one', () => {
    expect(sqlState({ code: 'P2002' })).toBeUndefined();
    expect(sqlState({ code: 'P0001' })).toBe('P0001');
  });
});

describe('withRetry', () => {
  const failing = (error: object, times: number) => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      if (runs <= times) throw Object.assign(new Error('lost'), error);
      return runs;
    };
    return { work, runs: () => runs };
  };

  it.each(['40001', '40P01', 'P2034'])('runs again what lost with %s', async (code) => {
    expect(isRetryable({ code })).toBe(true);
    expect(await withRetry(failing({ code }, 2).work)).toBe(3);
  });

  it('gives up after the last attempt', async () => {
    const { work, runs } = failing({ code: '40001' }, 99);
    await expect(withRetry(work)).rejects.toThrow('lost');
    expect(runs()).toBe(5);
  });

  it('does not repeat what failed for another reason', async () => {
    const { work, runs } = failing({ code: '23505' }, 99);
    await expect(withRetry(work)).rejects.toThrow('lost');
    expect(runs()).toBe(1);
  });
});

describe('isConnectionLoss', () => {
  it.each([
    ['an administrator', { code: '57P01' }],
    ['a crash of the server', { code: '57P02' }],
    ['the protocol', { code: '08006' }],
    ['the socket', { code: 'ECONNRESET' }],
    ['pg', new Error('Connection terminated unexpectedly')],
    ['pg, wrapped', { cause: new Error('Connection terminated') }],
  ])('sees a connection ended by %s', (_name, error) => {
    expect(isConnectionLoss(error)).toBe(true);
  });

  it.each([
    ['a server that is not there', { code: 'ECONNREFUSED' }],
    ['a time-out', new Error('Query read timeout')],
    ['a refused row', { code: '23505' }],
    ['nothing', undefined],
  ])('sees none in %s', (_name, error) => {
    expect(isConnectionLoss(error)).toBe(false);
  });
});

describe('isDataFault', () => {
  it.each(['22001', '22021', '23505', '54000'])('blames the row for %s', (code) => {
    expect(isDataFault({ code })).toBe(true);
  });

  it.each(['57P01', '57014', '40P01', 'ECONNRESET', undefined])('does not for %s', (code) => {
    expect(isDataFault({ code })).toBe(false);
  });
});
