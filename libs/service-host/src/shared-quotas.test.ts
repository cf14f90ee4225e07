import type { SharedRedis } from '@triptych/redis';
import { Quotas } from './quotas.js';
import { SharedQuotas } from './shared-quotas.js';

const window = 60_000;

it('what is counted while a call is under way still counts when its reply replaces the view', async () => {
  const replies: ((debts: readonly number[]) => void)[] = [];
  const run = () => new Promise((resolve) => replies.push(resolve));
  const redis = { isCluster: false, name: String, commands: { isReady: () => true, run } };
  const quotas = new Quotas({ max: 10, window });
  const shared = new SharedQuotas(quotas, redis as unknown as SharedRedis, window);
  const take = () => {
    const { remaining } = quotas.take('ann', performance.now());
    shared.share('ann', 1);
    return remaining;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  take();
  await turn();
  expect([take(), take(), take()]).toEqual([8, 7, 6]);
  // Two more at other replicas.
  replies[0]?.([3 * quotas.cost]);
  await turn();
  expect(take()).toBe(3);
});
