// A service with more to log than its reader takes. Ends by SIGTERM.
import { createLogger } from './create-logger.js';

const logger = createLogger({ name: 'sample', level: 'info' });
for (let line = 0; line < 3_000; line += 1) logger.info('a line '.repeat(50));
process.once('SIGTERM', () => process.exit(0));
setInterval(() => {}, 1_000);
setTimeout(() => process.stderr.write('logged\n'), 300);
