// The plain way: bodies go to files as they come, and are flushed; nothing is counted, told or kept of them.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const { FOLDER = '', PORT } = process.env;

createServer((request, response) => {
  if (request.method !== 'POST') return void response.end('yes');
  const file = createWriteStream(join(FOLDER, randomUUID()), { flush: true });
  file.once('finish', () => response.end('{}'));
  file.once('error', () => response.destroy());
  request.pipe(file);
}).listen(Number(PORT), '127.0.0.1');
