export { compare, type Comparison, type Load, type Sample } from './compare.js';
