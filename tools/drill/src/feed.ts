import { setTimeout as pause } from 'node:timers/promises';

interface UserEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly Email: string };
}

/** A copy of the table of users, by the events of the service. */
export interface FeedCopy {
  /** Reads what is left, and returns what differs from the table. */
  stop(): Promise<string[]>;
}

const waitS = 10;

/** Follows the feed as somebody who keeps a copy: an export, then event after event, asking again where it was refused. */
export async function followFeed(url: string, key: string): Promise<FeedCopy> {
  const headers = { authorization: `Bearer ${key}` };
  const users = new Map<string, string>();
  const types = new Map<string, string>();
  const findings: string[] = [];
  let isStopping = false;
  const first = await exportUsers(url, headers);
  for (const [ID, Email] of first.users) users.set(ID, Email);
  const apply = ({ id, type, subject, data }: UserEvent) => {
    if ((types.get(id) ?? type) !== type) findings.push(`event ${id} was ${types.get(id)}`);
    types.set(id, type);
    users.set(subject, data.Email);
  };
  const run = async () => {
    for (let { cursor } = first; ;) {
      const wait = isStopping ? 1 : waitS;
      const response = await fetch(`${url}/events?after=${cursor}&limit=1000&wait=${wait}`, {
        headers,
      }).catch(() => null);
      const body = response?.ok ? await response.text().catch(() => null) : null;
      if (response?.status === 410) return void findings.push('the cursor of the feed is gone');
      if (body === null) {
        await pause(500);
        continue;
      }
      const page = JSON.parse(body) as { events: UserEvent[]; cursor: string };
      page.events.forEach(apply);
      cursor = page.cursor;
      if (isStopping && page.events.length === 0) return;
    }
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      await running;
      const { users: table } = await exportUsers(url, headers);
      for (const [ID, Email] of table)
        if (users.get(ID) !== Email) findings.push(`the feed has ${users.get(ID)} for ${Email}`);
      for (const [ID, Email] of users)
        if (!table.has(ID)) findings.push(`the feed has ${Email}, whom the table has not`);
      console.log(`${types.size} events in the feed, ${table.size} users in the table`);
      return findings;
    },
  };
}

async function exportUsers(url: string, headers: Record<string, string>) {
  const response = await fetch(`${url}/users:export`, { headers });
  if (!response.ok) throw new Error(`the export is ${response.status}`);
  const lines = (await response.text()).split('\n').filter(Boolean);
  const found = lines.map((line) => JSON.parse(line) as { ID: string; Email: string });
  return {
    cursor: response.headers.get('events-cursor')!,
    users: new Map(found.map(({ ID, Email }) => [ID, Email])),
  };
}
