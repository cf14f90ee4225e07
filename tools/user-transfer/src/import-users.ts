import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import split2 from 'split2';
import { ask, BrokenOff, Refused, type Service } from './service.js';

/** What the service tells of one line. */
export interface LineAnswer {
  readonly line: number;
  readonly status: number;
}

export interface ImportSummary {
  registered: number;
  /** Their e-mails were taken, perhaps by an import before this one. */
  present: number;
  refused: number;
  /** The last line that was told of. */
  line: number;
}

/**
 * Sends newline-delimited JSON and hands over each answer as it comes.
 *
 * @throws Refused, and BrokenOff with what had been told until then in `summary`, which is filled as answers come
 */
export async function importUsers(
  service: Service,
  source: Readable,
  summary: ImportSummary,
  tell: (answer: LineAnswer) => void,
): Promise<void> {
  try {
    const body = await ask(service, 'users:import', { method: 'POST', body: source });
    await pipeline(body, split2(JSON.parse), async (answers: AsyncIterable<LineAnswer>) => {
      for await (const answer of answers) {
        count(summary, answer);
        tell(answer);
      }
    });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new BrokenOff(`the import broke off after line ${summary.line}`, { cause: error });
  }
}

function count(summary: ImportSummary, { line, status }: LineAnswer): void {
  summary.line = line;
  if (status === 200) summary.registered += 1;
  else if (status === 409) summary.present += 1;
  else summary.refused += 1;
}
