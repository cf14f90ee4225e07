import { createFilesStore } from '../snapshot-store.files.js';

// A process that writes one object over and over, each time of one other byte, until it is killed.
const [, , folder = '', name = ''] = process.argv;
const store = createFilesStore(folder);
for (let round = 1; ; round += 1) {
  await store.write(name, Buffer.alloc(2_000_000, round), round);
  process.send?.(round);
}
