import { createRetryBudget } from './retry.http.js';

it('allows ten retries at once, then one for every ten calls', () => {
  const budget = createRetryBudget();
  const spent = Array.from({ length: 12 }, () => budget.spend());
  expect(spent.filter(Boolean)).toHaveLength(10);
  for (let call = 0; call < 11; call += 1) budget.earn();
  expect([budget.spend(), budget.spend()]).toEqual([true, false]);
});
