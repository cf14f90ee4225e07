import { createHash } from 'node:crypto';
import { isHost } from '../outbound/untrusted.js';

/** What a page may load beyond its own inline script and style. */
export interface PolicyParts {
  readonly script: string;
  readonly style: string;
  /** Addresses of media files that a click may play. */
  readonly media: readonly string[];
  /** Addresses of players that a click may open. */
  readonly frames: readonly string[];
  readonly frameAncestors: readonly string[];
  /** Whether it names a base for the addresses in it, its first element. */
  readonly hasBase?: boolean;
}

export function contentSecurityPolicy(parts: PolicyParts): string {
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', [hashOf(parts.script)]],
    ['style-src', [hashOf(parts.style)]],
    ['img-src', ["'self'"]],
    ['media-src', originsOf(parts.media)],
    ['frame-src', originsOf(parts.frames)],
    ['frame-ancestors', ancestors(parts.frameAncestors)],
    ['base-uri', [parts.hasBase ? "'self'" : "'none'"]],
    ['form-action', ["'none'"]],
  ];
  return directives
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

// No page needs more; a header has an end.
const mostOrigins = 24;

// The URL parser lets `;` and `,` pass, which would end the directive and start another.
function isNameable(address: string): boolean {
  return URL.canParse(address) && isHost(new URL(address).host);
}

function originsOf(addresses: readonly string[]): string[] {
  const origins = addresses.filter(isNameable).map((address) => new URL(address).origin);
  return [...new Set(origins)].slice(0, mostOrigins);
}

// A source with a separator in it would end the directive and start another.
function ancestors(sources: readonly string[]): string[] {
  const valid = sources.filter((source) => /^[\w.:/*'-]+$/.test(source));
  return valid.length > 0 ? valid : ["'none'"];
}
