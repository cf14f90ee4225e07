import type { HealthReport } from '@triptych/schemas';
import type { BuildInfo } from './build-info.js';

/** Resolves when the dependency works; rejects, for any reason, when it does not. */
export type Check = () => Promise<void>;

type Phase = 'starting' | 'started' | 'stopping';

const healthy = 'all systems up and running';
const checkTimeout = 1_000;
const checkLifetime = 2_000;

async function passes(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('check timed out')), checkTimeout);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** One result serves all callers for a while: probes must not become load. */
function cached(check: Check): () => Promise<boolean> {
  let last: { at: number; result: Promise<boolean> } | undefined;
  return () => {
    if (!last || Date.now() - last.at > checkLifetime) {
      last = { at: Date.now(), result: passes(check) };
    }
    return last.result;
  };
}

/** The state of a service, as the ops port reports it; it holds no reason, only OK or not. */
export class Health {
  private phase: Phase = 'starting';
  private checks = new Map<string, () => Promise<boolean>>();
  private readonly facts: BuildInfo & Pick<HealthReport, 'env' | 'startedAt'>;

  constructor(build: BuildInfo, env: string) {
    this.facts = { ...build, env, startedAt: new Date().toISOString() };
  }

  markStarted(checks: Readonly<Record<string, Check>>): void {
    this.checks = new Map(Object.entries(checks).map(([name, check]) => [name, cached(check)]));
    this.phase = 'started';
  }

  markStopping(): void {
    this.phase = 'stopping';
  }

  hasStarted(): boolean {
    return this.phase !== 'starting';
  }

  async isReady(): Promise<boolean> {
    return this.phase === 'started' && (await this.report()).healthy;
  }

  async report(): Promise<{ healthy: boolean; report: HealthReport }> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await check()] as const),
    );
    const ok = this.phase === 'started' && entries.every(([, up]) => up);
    const dependencies = Object.fromEntries(
      entries.map(([name, up]) => [name, { status: up ? 'OK' : 'NOT OK' }]),
    );
    return { healthy: ok, report: { ...this.facts, dependencies, status: this.statusText(ok) } };
  }

  private statusText(ok: boolean): string {
    if (ok) return healthy;
    return this.phase === 'started' ? 'some systems are down' : this.phase;
  }
}
