import { readFileSync } from 'node:fs';
import { eventTypes } from './events.js';

const document = JSON.parse(
  readFileSync(new URL('../../../social-app/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, { get: { responses: Record<string, { description: string }> } }> };

describe('the events that the client listens to', () => {
  it('are those that the server documents', () => {
    const { description } = document.paths['/api/events']!.get.responses['200']!;
    const documented = Array.from(description.matchAll(/`(\w+)`/g), ([, name]) => name);
    // The heartbeat is for whoever holds the stream, and for no store. Pins and what ends are not shown yet.
    const others = ['heartbeat', 'message_pinned', 'message_unpinned', 'expiry'];
    expect(new Set([...eventTypes, ...others])).toEqual(new Set(documented));
  });
});
