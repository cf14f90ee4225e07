import { setTimeout as pause } from 'node:timers/promises';
import { type ChangeLog, createDependencyLog, DependencyFault } from '@triptych/logging';
import type { HealthReport } from '@triptych/schemas';
import type { BuildInfo } from './build-info.js';

// Whether the service is ready. Guarantees: probes are no load on a dependency and never wait for it longer than a second;
// each change of a dependency is logged with its reason, also when nobody probes (ADR 0026).
//
//   starting → markStarted()   not ready → ready while every check passes
//   started  → markStopping()  not ready for good; what checks find from here on is not logged

/** Resolves when the dependency works; rejects, with a `DependencyFault` or anything else, when it does not. */
export type Check = () => Promise<void>;

type Phase = 'starting' | 'started' | 'stopping';

const healthy = 'all systems up and running';
const checkTimeout = 1_000;
const checkLifetime = 2_000;
const watchInterval = 10_000;

const late = new DependencyFault({
  reason: 'timeout',
  advice: 'No reply to the check of readiness within a second: see how busy it is.',
});

/** The state of a service, as the ops port reports it; its replies hold no reason, only OK or not. */
export class Health {
  private phase: Phase = 'starting';
  private checks = new Map<string, () => Promise<boolean>>();
  private watch: NodeJS.Timeout | undefined;
  private readonly facts: BuildInfo & Pick<HealthReport, 'env' | 'startedAt'>;
  private readonly log: ChangeLog;

  constructor(build: BuildInfo, env: string, log: ChangeLog) {
    this.facts = { ...build, env, startedAt: new Date().toISOString() };
    this.log = log;
  }

  /** Resolves when every dependency has been asked for the first time, so that the log tells what keeps it from being ready. */
  async markStarted(checks: Readonly<Record<string, Check>>): Promise<void> {
    this.checks = new Map(
      Object.entries(checks).map(([name, check]) => [name, this.watched(name, check)]),
    );
    // A stop that came during the start stays one.
    if (this.phase === 'stopping') return;
    this.phase = 'started';
    this.watch = setInterval(() => void this.report(), watchInterval).unref();
    await this.report();
  }

  markStopping(): void {
    this.phase = 'stopping';
    clearInterval(this.watch);
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

  /** One result serves all callers for a while. What is found is logged, unless a later check has found something. */
  private watched(name: string, check: Check): () => Promise<boolean> {
    const changes = createDependencyLog(this.log, name, 'not ready until it does');
    let newest = 0;
    let last: { at: number; result: Promise<boolean> } | undefined;
    const begin = () => {
      const at = performance.now();
      const found = (error: unknown) => {
        if (at < newest || this.phase !== 'started') return;
        newest = at;
        if (error === null) changes.works();
        else changes.failed(error);
      };
      return { at, result: passes(check, found) };
    };
    return () => {
      if (!last || performance.now() - last.at > checkLifetime) last = begin();
      return last.result;
    };
  }
}

/** @param found is called with what the check found, null for no fault: twice when a late check fails after all */
async function passes(check: Check, found: (error: unknown) => void): Promise<boolean> {
  const timeout = pause(checkTimeout, late, { ref: false });
  const checked = Promise.resolve()
    .then(check)
    .then(
      () => null,
      (error: unknown) => error ?? new Error('no reason'),
    );
  const outcome = await Promise.race([checked, timeout]);
  found(outcome);
  // The reason that a late check has is a better one.
  if (outcome === late) void checked.then((error) => error !== null && found(error));
  return outcome === null;
}
