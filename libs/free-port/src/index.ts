export { candidatePorts, freePort } from './free-port.js';
