import type { ServiceProcess } from '@triptych/testing';
import { launchService } from './service-process.js';

/**
 * Writes from several sides, kills the service with -9 while they write, and starts it again; afterwards every
 * registration that was acknowledged must be found. Returns how many were acknowledged, and which are lost.
 */
export async function killWhileWriting(env: Record<string, string>, rounds: number) {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const service = await launchService(env);
    const enough = acknowledged.length + 20;
    let killNow = () => {};
    const busy = new Promise<void>((resolve) => (killNow = resolve));
    const keep = (email: string) => {
      acknowledged.push(email);
      if (acknowledged.length >= enough) killNow();
    };
    const writers = Array.from({ length: 4 }, (_, side) => write(service, keep, round, side));
    await Promise.race([busy, service.exited]);
    service.child.kill('SIGKILL');
    await service.exited;
    await Promise.all(writers);
  }
  const service = await launchService(env);
  const lost: string[] = [];
  for (const email of acknowledged) {
    const reply = await fetch(`${service.address}/users/${email}`);
    if (reply.status !== 200) lost.push(email);
    await reply.arrayBuffer();
  }
  service.child.kill('SIGTERM');
  const [code] = await service.exited;
  return { acknowledged: acknowledged.length, lost, code };
}

/** Registers one user after another until the service is gone. */
async function write(
  service: ServiceProcess,
  keep: (email: string) => void,
  round: number,
  side: number,
) {
  for (let n = 0; ; n += 1) {
    const Email = `r${round}-s${side}-n${n}@example.org`;
    // Every other one goes the way of the two-row transaction.
    const headers: Record<string, string> = n % 2 ? { 'idempotency-key': Email } : {};
    try {
      const reply = await fetch(`${service.address}/users`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ FullName: 'N', Email }),
      });
      if (reply.status === 200) keep(Email);
      await reply.arrayBuffer();
    } catch {
      return;
    }
  }
}
