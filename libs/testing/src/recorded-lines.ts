const logs: string[][] = [];

/** A list for the lines of one log; what is put into it counts as logged by this test file. */
export function recordLines(): string[] {
  const lines: string[] = [];
  logs.push(lines);
  return lines;
}

/** Every line that loggers and processes of this test file have written so far. */
export function recordedLines(): string[] {
  return logs.flat();
}
