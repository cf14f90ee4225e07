import { Value } from 'typebox/value';
import { HealthReportSchema, problemSchema } from './index.js';

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'This name is taken.',
  code: 'name_taken',
  requestId: 'r-1',
};

describe('problemSchema', () => {
  const schema = problemSchema(['name_taken']);

  it('takes the codes of the service', () => {
    expect(schema.properties.code).toMatchObject({ enum: ['name_taken'] });
    expect(Value.Check(schema, problem)).toBe(true);
  });

  it.each([
    ['a status that is no error', { ...problem, status: 200 }],
    ['a missing request id', { ...problem, requestId: undefined }],
    ['a fault without pointer', { ...problem, errors: [{ detail: 'x' }] }],
  ])('refuses %s', (_what, value) => {
    expect(Value.Check(schema, value)).toBe(false);
  });
});

describe('the health report', () => {
  const report = {
    commit: 'abc',
    dependencies: { database: { status: 'OK' } },
    env: 'test',
    releasedOn: '2026-01-01T00:00:00Z',
    startedAt: '2026-01-01T00:00:00Z',
    status: 'all systems up and running',
    version: '1.0.0',
  };

  it.each(Object.keys(report))('needs %s', (field) => {
    expect(Value.Check(HealthReportSchema, report)).toBe(true);
    expect(Value.Check(HealthReportSchema, { ...report, [field]: undefined })).toBe(false);
  });
});
