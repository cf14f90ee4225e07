import { Counter, type Registry } from '@triptych/service-host';
import type { SignIn } from './sign-in.js';

/**
 * The use cases with every sign-in counted by provider and outcome: `signed_in`, `linked`, the reason of a refusal, or
 * `failed`. One that was begun and never came back is not counted.
 */
export function withSignInMetrics(signIn: SignIn, registry: Registry): SignIn {
  const outcomes = new Counter({
    name: 'social_sign_ins_total',
    help: 'Sign-ins by provider and outcome',
    labelNames: ['provider', 'outcome'] as const,
    registers: [registry],
  });
  const known = new Set(signIn.providers.map(({ id }) => id));
  // A counter that appears with its first event has not increased for who watches it.
  for (const provider of known)
    for (const outcome of ['signed_in', 'failed']) outcomes.labels(provider, outcome).inc(0);
  const count = (provider: string, outcome: string) =>
    outcomes.labels(known.has(provider) ? provider : 'unknown', outcome).inc();
  const counted = async <T extends object>(
    provider: string,
    work: Promise<T>,
    success: (result: T) => string | null,
  ): Promise<T> => {
    try {
      const result = await work;
      const outcome = 'reason' in result ? String(result.reason) : success(result);
      if (outcome !== null) count(provider, outcome);
      return result;
    } catch (error) {
      count(provider, 'failed');
      throw error;
    }
  };
  return {
    ...signIn,
    begin: (asked) => counted(asked.provider, signIn.begin(asked), () => null),
    finish: (request) =>
      counted(request.provider, signIn.finish(request), (result) =>
        'session' in result && result.session === null ? 'linked' : 'signed_in',
      ),
  };
}
