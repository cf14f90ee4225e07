export { measure, summarise, type Comparison, type Pace, type Target } from './compare.js';
