export { kinds, type Kind } from './kinds.js';
