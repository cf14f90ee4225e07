import type { User } from '../people/account-store.port.js';
import { isUuid } from '../people/user-ids.js';
import type { Report, ReportStore } from './reports.js';

export interface ReportDeskParts {
  readonly store: ReportStore;
  readonly readUser: (id: string) => Promise<User | null>;
  readonly write: (line: string) => void;
  readonly now?: () => Date;
}

const usage = 'reports | reports show <id> | reports resolve <id> <what was done>';
const batch = 100;

/** What an operator does with reports, from a shell: one JSON document a line, so that other tools can go on with it. */
export function createReportDesk({
  store,
  readUser,
  write,
  now = () => new Date(),
}: ReportDeskParts) {
  async function list(): Promise<void> {
    let page: Report[] = [];
    do {
      page = await store.listOpen(page.at(-1)?.id ?? null, batch);
      for (const { messages, ...report } of page) {
        write(JSON.stringify({ ...report, messages: messages.length }));
      }
    } while (page.length === batch);
  }

  async function show(id: string): Promise<void> {
    const report = await store.find(id);
    if (!report) throw new Error('there is no such report');
    const reporter = report.reporterId === null ? null : await readUser(report.reporterId);
    const reported = await readUser(report.reportedId);
    write(JSON.stringify({ ...report, reporter, reported }));
  }

  async function resolve(id: string, resolution: string): Promise<void> {
    const done = await store.resolve(id, resolution, now());
    if (!done) throw new Error('there is no such open report');
    write(JSON.stringify({ id, resolution }));
  }

  /** @throws Error with the usage, or when there is no such report. */
  return async function run([verb, id = '', ...words]: readonly string[]): Promise<void> {
    const resolution = words.join(' ').trim();
    if (verb === undefined) return list();
    if (verb === 'show' && isUuid(id)) return show(id);
    if (verb === 'resolve' && isUuid(id) && resolution !== '') return resolve(id, resolution);
    throw new Error(`usage: ${usage}`);
  };
}
