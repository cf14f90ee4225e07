/** One outbound call. Every limit has a default; see `defaultLimits`. */
export interface HttpRequest {
  readonly url: string | URL;
  /** Told to the server as `Accept`; always explicit, because some hosts choose the format by it. */
  readonly accept: string;
  /** Default GET. A redirect is followed for GET only. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Default true; else a redirect is a reply like any other. */
  readonly follow?: boolean;
  /** Sent as an `application/json` body; for POST. */
  readonly json?: unknown;
  /** Sent as it is, in the place of `json`; its type is among the headers, and its length, when it is sent as it is read. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Further headers. `authorization` is dropped when a redirect leaves the origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for everything: look-up, connection, redirects, the last byte. */
  readonly deadline?: number;
  /** Bytes of the decoded body. */
  readonly maxBytes?: number;
  /** Ends the call early; its reason is thrown as it is. */
  readonly signal?: AbortSignal;
  /** Called before a redirect is followed. A ServiceError that it throws ends the call, and comes out as it is. */
  readonly beforeHop?: (url: URL) => void;
  /**
   * Called with the length of each piece of the decoded body; no more is read until it resolves. The signal ends with
   * the call. Errors as for `beforeHop`.
   */
  readonly beforePiece?: (bytes: number, signal: AbortSignal) => Promise<void>;
  /** Whether the body of such a reply is wanted; default true. Else it is not read, and is empty in the response. */
  readonly wantsBody?: (status: number) => boolean;
  /**
   * How many bytes of the decoded body suffice, by its headers; `null`: all of it. The body in the response ends about
   * there, the rest is not read, and what it would be long is no error. The names of headers are lower-case.
   */
  readonly enoughBody?: (headers: Readonly<Record<string, string>>) => number | null;
  /**
   * Called with the start of the decoded body: its first 4100 bytes, or all of a shorter one. No more is read until it
   * resolves. Errors as for `beforeHop`.
   */
  readonly checkStart?: (start: Buffer) => Promise<void>;
  /** A body that arrives more slowly ends the call with UpstreamTimeout. */
  readonly slowestBody?: SlowestBody;
}

/** So many decoded bytes in each period of so many milliseconds, but the last one. */
export interface SlowestBody {
  readonly bytes: number;
  readonly period: number;
}

/** Any status is a reply, not an error: 404 and 500 are returned as 200 is. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded and whole, as far as the server said how long it is: see `isClosedByServer`. */
  readonly body: Buffer;
  /** Whether nothing but the end of the connection ended the body: then nobody knows whether it is whole. */
  readonly isClosedByServer: boolean;
  /** Where the reply came from, after redirects. */
  readonly url: URL;
}

export interface HttpClient {
  /** Throws HttpClientError, or the reason of the request's signal. */
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Ends idle and running connections. */
  close(): Promise<void>;
}

/** A name to all of its addresses. By default hosts of the allow-list are asked of the operating system, others of DNS. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface HttpClientOptions {
  /** Told to every server, with a way to reach the operator. */
  readonly userAgent: string;
  /** `host` or `host:port` entries that are exempt from the https, port and address rules. */
  readonly allowHosts?: readonly string[];
  readonly resolve?: Resolve;
  /** Connections to one scheme, host and port at once; 32. Further requests wait for one. */
  readonly connectionsPerHost?: number;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpLimits {
  /** Milliseconds, total. */
  readonly deadline: number;
  /** Milliseconds to a connection, TLS included. */
  readonly connectTimeout: number;
  /** Milliseconds to the end of the headers; undici's clock ticks about once in half a second. */
  readonly headersTimeout: number;
  /** Milliseconds between two pieces of a body. */
  readonly bodyTimeout: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

export const defaultLimits: HttpLimits = {
  deadline: 10_000,
  connectTimeout: 4_000,
  headersTimeout: 8_000,
  bodyTimeout: 5_000,
  maxBytes: 1024 * 1024,
  maxRedirects: 3,
};
