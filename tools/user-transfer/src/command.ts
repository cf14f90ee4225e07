import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import {
  BrokenOff,
  exportUsers,
  importUsers,
  type ImportSummary,
  Refused,
  resumePoint,
  type Service,
} from './transfer.js';

const usage = `usage: user-transfer import [FILE]              a user a line, from FILE or standard input
       user-transfer export [FILE] [--resume] [--prefix TEXT]

  --url URL    the service, default http://localhost:8080
  --resume     go on where an export to FILE broke off
  --prefix     only users whose e-mail begins with this
  API_KEY      in the environment: a key of the service

Import writes the reply to each line that was not registered to standard output.
Exit code: 0 all users are there, 1 lines were refused, 2 wrong use, 3 the transfer failed.
`;

const options = {
  url: { type: 'string', default: 'http://localhost:8080' },
  resume: { type: 'boolean', default: false },
  prefix: { type: 'string' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the command of the parameters; returns the exit code. */
export async function run(parameters: string[], { API_KEY: apiKey }: Environment): Promise<number> {
  const parsed = parse(parameters);
  if (parsed === undefined || !apiKey) {
    process.stderr.write(apiKey ? usage : `API_KEY is not set\n${usage}`);
    return 2;
  }
  const { command, file, url, resume, prefix } = parsed;
  try {
    const service = { url, apiKey };
    if (command === 'import') return await runImport(service, file);
    return await runExport(service, file, { resume, prefix });
  } catch (error) {
    if (!(error instanceof Refused || error instanceof BrokenOff || isFileError(error)))
      throw error;
    const { message, cause } = error as Error & { cause?: Error };
    process.stderr.write(`${message}${cause ? ` (${cause.message})` : ''}\n`);
    return 3;
  }
}

function parse(parameters: string[]) {
  try {
    const parsed = parseArgs({ args: parameters, options, allowPositionals: true });
    const { values, positionals } = parsed;
    const [command, file, ...more] = positionals;
    const known = command === 'import' || command === 'export';
    if (!known || more.length > 0 || (values.resume && file === undefined)) return undefined;
    return { command, file, ...values };
  } catch {
    return undefined;
  }
}

async function runImport(service: Service, file: string | undefined): Promise<number> {
  const total = file === undefined ? undefined : (await stat(file)).size;
  const progress = startProgress(total);
  const summary: ImportSummary = { registered: 0, present: 0, refused: 0, line: 0 };
  const source = file === undefined ? process.stdin : createReadStream(file);
  try {
    await importUsers(service, source, summary, (result) => {
      if (result.status !== 200) process.stdout.write(`${JSON.stringify(result)}\n`);
      progress.show(source.bytesRead, textOf(summary));
    });
  } finally {
    progress.stop();
    process.stderr.write(`${textOf(summary)}\n`);
  }
  return summary.refused === 0 ? 0 : 1;
}

function textOf({ registered, present, refused }: ImportSummary): string {
  return `${registered} registered, ${present} were there, ${refused} refused`;
}

async function runExport(
  service: Service,
  file: string | undefined,
  { resume, prefix }: { resume: boolean; prefix?: string | undefined },
): Promise<number> {
  const after = file !== undefined && resume ? await resumePoint(file) : undefined;
  const target =
    file === undefined ? process.stdout : createWriteStream(file, { flags: resume ? 'a' : 'w' });
  const progress = startProgress(undefined);
  let users = 0;
  try {
    await exportUsers(service, { after, prefix }, target, (lines) => {
      users += lines;
      progress.show(0, `${users} users`);
    });
  } finally {
    progress.stop();
    process.stderr.write(`${users} users\n`);
  }
  return 0;
}

function isFileError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

/** A bar on standard error when that is a terminal; without a total it only counts. */
function startProgress(total: number | undefined) {
  const format =
    total === undefined
      ? ' {facts}  {duration_formatted}'
      : ' {bar} {percentage}%  {facts}  {eta_formatted} left';
  const stream = process.stderr;
  const bar = new SingleBar({ format, stream, hideCursor: true, etaBuffer: 50, fps: 5 });
  bar.start(total ?? 1, 0, { facts: '' });
  return {
    /** `done` of the total; `facts` is shown behind the bar. */
    show: (done: number, facts: string) => bar.update(done, { facts }),
    stop: () => bar.stop(),
  };
}
