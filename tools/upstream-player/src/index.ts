export type { Link } from './links.js';
export { startUpstreamPlayer, type UpstreamPlayer } from './upstream-player.js';
