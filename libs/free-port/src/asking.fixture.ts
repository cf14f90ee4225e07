// Asks for many ports at once, prints them, and keeps them until its input ends.
import { freePort } from './free-port.js';

const count = Number(process.argv[2]);
const ports = await Promise.all(Array.from({ length: count }, freePort));
process.stdout.write(`${JSON.stringify(ports)}\n`);
process.stdin.resume();
