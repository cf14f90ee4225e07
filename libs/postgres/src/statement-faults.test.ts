import { createStatementFaultLog } from './statement-faults.js';

const linesOf = (code: string) => {
  const lines: object[] = [];
  const log = { info: () => {}, warn: (facts: object) => void lines.push(facts) };
  createStatementFaultLog(log)(Object.assign(new Error('what was asked'), { code }));
  return lines;
};

it.each([
  ['53100', 'overloaded'],
  ['53200', 'overloaded'],
  ['58030', 'unknown'],
  ['XX001', 'unknown'],
  ['42501', 'missing_grant'],
  ['25006', 'read_only'],
  ['42P01', 'migrations'],
  ['42703', 'migrations'],
  ['42P10', 'migrations'],
])('a statement that fails with %s is reported as %s', (code, reason) => {
  expect(linesOf(code)).toEqual([expect.objectContaining({ reason, code })]);
});

it.each(['23505', '40001', '40P01', '55P03', '57014', '57P01', '08006', '22P02'])(
  'what readiness reports, and everyday outcomes, are not: %s',
  (code) => {
    expect(linesOf(code)).toEqual([]);
  },
);
