import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

export type Print = (line: string) => void;

const palette = ['cyan', 'magenta', 'yellow', 'green', 'blue'] as const;
const widest = 'upstream-player'.length;

/** Whether to colour: a terminal, unless NO_COLOR; FORCE_COLOR asks for it anywhere. */
export function wantsColour(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  return Boolean(env['FORCE_COLOR']) || stream.isTTY === true;
}

/** Prints lines under the name of who wrote them; JSON log lines become readable, others stay as they are. */
export function createReadableLog(print: Print, colour: boolean) {
  const pretty = prettyFactory({
    colorize: colour,
    ignore: 'name,pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  let writers = 0;

  function readable(line: string): string {
    if (!line.startsWith('{')) return line;
    try {
      return pretty(JSON.parse(line)).trimEnd();
    } catch {
      return line;
    }
  }

  /** The printer of one process. */
  return function writer(name: string): Print {
    const shown = palette[writers++ % palette.length] ?? 'cyan';
    const label = `${name.padEnd(widest)} |`;
    const prefix = colour ? styleText(shown, label) : label;
    return (line) => {
      for (const part of readable(line).split('\n')) print(`${prefix} ${part}`);
    };
  };
}
