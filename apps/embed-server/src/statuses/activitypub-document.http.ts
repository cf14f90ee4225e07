import type { HttpClient, HttpResponse } from '@triptych/http-client';
import { ServiceError } from '@triptych/schemas';
import { inTurn } from '../http/event-loop-turns.js';
import { inOrderOfReply } from '../outbound/in-order-of-reply.js';
import { fields, webUrl } from '../outbound/untrusted.js';
import { readWithin, requireSuccess } from '../outbound/upstream-json.http.js';
import { episodeAsAudio, isEpisodeAt, mayBeEpisode } from './activitypub-episode-mapping.js';
import { activityPubObject } from './activitypub-limits.js';
import { many, type ApDocument } from './activitypub-object.js';
import {
  activityStreams,
  bytesToRead,
  isActivityType,
  parseAlternateLinks,
} from './parse-alternate-link.js';
import { doubtOf, malformed, NoStatus, refusalAsMalformed } from './instance.http.js';
import { plainTerms } from './json-ld.js';
import { hostOf } from './provenance.js';
import { StatusNotFound } from './statuses.errors.js';

// Objects of ActivityPub by address. Guarantees: an object counts only as served by the host of its id (CVE-2024-23832),
// and as the media type of ActivityPub (CVE-2024-25623); each look-up makes a fixed number of calls, whatever is named.
//
//   the address gives                     what is read
//   the object, with an id of its host    it
//   the object, with an id elsewhere      what is at that id, once, if that host calls it its own
//   HTML or a Link header with rel=       what is at the first such address that has what is wanted, of three, by the two
//     alternate                           lines above; whichever comes first where one is late; of a page that a visitor
//                                         named alone, and never of what another page named
//   JSON at the address of an episode     it, where its podcast's own address is above it (activitypub-episode-mapping.ts)
//   anything else                         a doubt

export type ApReply = ApDocument | { readonly doubt: ServiceError };
export type FetchDocument = (url: string) => Promise<ApReply>;

export interface FetchDocuments {
  /** An object by its id. */
  readonly byId: FetchDocument;
  /** What a page for people shows, by negotiation or by the links in it: it may name its author beside itself. */
  readonly ofPage: (url: string, isWanted: (found: ApDocument) => boolean) => Promise<ApReply>;
}

const accept = `application/activity+json, application/ld+json; profile="${activityStreams}"`;
const acceptHtml = 'text/html, application/xhtml+xml';
/** A page that has no such reply: it may have HTML. */
const notAcceptable = [400, 406, 415];

/** @param wait milliseconds after which the next link of a page is followed, too */
export function createFetchDocuments(http: HttpClient, wait: number): FetchDocuments {
  async function own(response: HttpResponse): Promise<ApReply> {
    const found = await read(response);
    if ('doubt' in found || found.host === hostOf(response.url.href)) return found;
    const named = await refusalAsMalformed(http.request({ url: found.id, accept }));
    const atHome = await read(named);
    if ('doubt' in atHome || atHome.host === hostOf(named.url.href)) return atHome;
    throw malformed('an id of yet another host');
  }

  const byId: FetchDocument = async (url) => own(await http.request({ url, accept }));

  const pageAt = (url: string, accept: string) =>
    http.request({ url, accept, enoughBody: bytesToRead });

  const ofPage: FetchDocuments['ofPage'] = async (url, isWanted) => {
    const first = await pageAt(url, accept);
    const response = notAcceptable.includes(first.status) ? await pageAt(url, acceptHtml) : first;
    if (response.status !== 200 || isReply(response)) return own(response);
    const links = await inTurn(() => parseAlternateLinks(response));
    return firstWanted(links, isWanted);
  };

  /** Where none has what is wanted, the first counts. */
  async function firstWanted(
    links: readonly string[],
    isWanted: (found: ApDocument) => boolean,
  ): Promise<ApReply> {
    const read = async (link: string) => {
      try {
        return await refusalAsMalformed(byId(link));
      } catch (error) {
        if (error instanceof ServiceError) return { doubt: error };
        throw error;
      }
    };
    const replies: ApReply[] = [];
    const calls = links.map((link) => () => read(link));
    for await (const outcome of inOrderOfReply(calls, wait)) {
      if ('failure' in outcome) throw outcome.failure;
      const { at, reply } = outcome;
      const isStandIn = !links.slice(0, at).every((_link, before) => saysWhat(replies[before]));
      if (!('doubt' in reply) && isWanted(reply)) return { ...reply, isStandIn };
      replies[at] = reply;
    }
    return replies[0] ?? notActivityPub();
  }

  return { byId, ofPage };
}

/** Whether it is an object, or says that there is none. */
function saysWhat(reply: ApReply | undefined): boolean {
  if (reply === undefined) return false;
  if (!('doubt' in reply)) return true;
  return reply.doubt instanceof StatusNotFound || reply.doubt instanceof NoStatus;
}

async function read(response: HttpResponse): Promise<ApReply> {
  const doubt = doubtOf(response);
  if (doubt) return doubt;
  requireSuccess(response);
  const { host } = response.url;
  if (!isReply(response)) return notActivityPub(host);
  const isDeclared = isActivityType(typeOf(response));
  const prepare = (reply: unknown) => {
    // A processor gives a list of one.
    const [first] = many(reply);
    const object = plainTerms(first, response.url);
    return isDeclared || isEpisodeAt(response.url, object) ? episodeAsAudio(object) : null;
  };
  const found = fields(await readWithin(response, activityPubObject, { prepare }));
  const id = webUrl(found['id']);
  if (id === null && !isDeclared) return notActivityPub(host);
  if (id === null) return { doubt: malformed('an object without an id', host) };
  return { id, host: hostOf(id), fields: found };
}

/** Of ActivityPub, or what may be of it all the same. */
function isReply(response: HttpResponse): boolean {
  const type = typeOf(response);
  return isActivityType(type) || mayBeEpisode(response.url, type);
}

function typeOf({ headers }: HttpResponse): string {
  return headers['content-type'] ?? '';
}

function notActivityPub(host?: string): { readonly doubt: ServiceError } {
  const doubt = new NoStatus(new Error('the response is not ActivityPub'));
  doubt.host = host;
  return { doubt };
}
