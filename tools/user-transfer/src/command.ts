import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { exportUsers } from './export-users.js';
import { importUsers, type ImportSummary } from './import-users.js';
import { startProgress } from './progress.js';
import { resumePoint } from './resume-point.js';
import { BrokenOff, Refused, type Service } from './service.js';

const usage = `usage: user-transfer import [FILE]              a user a line, from FILE or standard input
       user-transfer export [FILE] [--resume] [--prefix TEXT]

  --url URL    the service, http://localhost:8080 unless told
  --resume     go on where an export to FILE broke off
  --prefix     only users whose e-mail begins with this
  API_KEY      in the environment: a key of the service

Import writes the answer to each line that was not registered to standard output.
Exit code: 0 all users are there, 1 lines were refused, 2 wrong use, 3 the transfer failed.
`;

const options = {
  url: { type: 'string', default: 'http://localhost:8080' },
  resume: { type: 'boolean', default: false },
  prefix: { type: 'string' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Does what the parameters say; returns the exit code. */
export async function run(parameters: string[], { API_KEY: apiKey }: Environment): Promise<number> {
  const given = parse(parameters);
  if (given === undefined || !apiKey) {
    process.stderr.write(apiKey ? usage : `API_KEY is not set\n${usage}`);
    return 2;
  }
  const { command, file, url, resume, prefix } = given;
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
    const { values, positionals } = parseArgs({
      args: parameters,
      options,
      allowPositionals: true,
    });
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
  let sent = 0;
  const source: Readable = (file === undefined ? process.stdin : createReadStream(file)).pipe(
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        sent += chunk.length;
        done(null, chunk);
      },
    }),
  );
  try {
    await importUsers(service, source, summary, (answer) => {
      if (answer.status !== 200) process.stdout.write(`${JSON.stringify(answer)}\n`);
      progress.show(sent, told(summary));
    });
  } finally {
    progress.stop();
    process.stderr.write(`${told(summary)}\n`);
  }
  return summary.refused === 0 ? 0 : 1;
}

function told({ registered, present, refused }: ImportSummary): string {
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
