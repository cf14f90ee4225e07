import { EventEmitter, once } from 'node:events';

/** What became of one request. */
export interface Reply {
  readonly email: string;
  /** 0: there was no reply, because the service could not be reached or the connection ended. */
  readonly status: number;
  readonly contentType: string | null;
  readonly code: string | undefined;
  readonly id: string | undefined;
  readonly milliseconds: number;
}

export interface SteadyLoad {
  readonly registrations: readonly Reply[];
  readonly lookups: readonly Reply[];
  /** Until so many more registrations have had this status. */
  until(status: number, more: number): Promise<void>;
  /** Sends nothing new, and resolves when all have a reply. */
  stop(): Promise<void>;
}

// Nothing of the service takes as long; a request that does is hung.
const hung = 30_000;

/**
 * Registers one person after another from several sides and looks each up, whatever the replies; a side ends when it
 * gets no reply. The name of the load begins its e-mails.
 */
export function startLoad(address: string, load: string, sides = 8): SteadyLoad {
  const registrations: Reply[] = [];
  const lookups: Reply[] = [];
  const arrivals = new EventEmitter();
  let going = true;
  const side = async (name: number) => {
    for (let n = 0; going; n += 1) {
      const email = `${load}-${name}-${n}@example.org`;
      const body = JSON.stringify({ FullName: 'N', Email: email, Phone: '555-0100' });
      const registered = await send(`${address}/users`, email, { method: 'POST', body });
      registrations.push(registered);
      arrivals.emit('reply');
      if (registered.status === 0) return;
      lookups.push(await send(`${address}/users/${email}`, email));
    }
  };
  const running = Promise.all(Array.from({ length: sides }, (_, name) => side(name)));
  const count = (status: number) => registrations.filter((it) => it.status === status).length;
  return {
    registrations,
    lookups,
    async until(status, more) {
      const enough = count(status) + more;
      while (count(status) < enough) await once(arrivals, 'reply');
    },
    async stop() {
      going = false;
      await running;
    },
  };
}

export async function send(url: string, email: string, init: RequestInit = {}): Promise<Reply> {
  const began = performance.now();
  const taken = () => performance.now() - began;
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(hung) });
    const { code, data } = (await reply.json()) as { code?: string; data?: { ID: string } };
    const contentType = reply.headers.get('content-type');
    const { status } = reply;
    return { email, status, contentType, code, id: data?.ID, milliseconds: taken() };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new Error('a request hung');
    const none = { contentType: null, code: undefined, id: undefined };
    return { email, status: 0, ...none, milliseconds: taken() };
  }
}
