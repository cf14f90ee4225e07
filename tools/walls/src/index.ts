export { breachesOfRooms, type Breach } from './room-lint.js';
