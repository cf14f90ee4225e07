export { envExample } from './env-example.js';
