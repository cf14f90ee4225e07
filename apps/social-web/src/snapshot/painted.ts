// What is imported after this runs once the snapshot is painted.
import { snapshotPainted } from './drawn-snapshot.js';

await snapshotPainted;
