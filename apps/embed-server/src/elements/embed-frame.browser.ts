import { frameAddress, type ReadAttribute } from './frame-address.browser.js';
import { onSchemeChange, schemeAround } from './host-scheme.browser.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`:host{display:block;position:relative;margin:1em auto}
:host([hidden]){display:none}
iframe{display:block;width:100%;height:0;border:0;color-scheme:normal}
iframe.waiting{position:absolute;top:0;left:0;height:150px;visibility:hidden}`);

// `allow-same-origin`: a player inside needs its own origin, and a message that of the embed server.
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';
const allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
const tallest = 20_000;

/** An element that shows a page of the embed server once it comes near the screen; until then its own content. */
export abstract class EmbedFrame extends HTMLElement {
  static readonly observedAttributes = [
    ...['status', 'href', 'type', 'video-id', 'start', 'hash'],
    ...['thread', 'theme', 'lang', 'frame-title'],
  ];

  readonly #base = new URL('.', import.meta.url);
  readonly #watcher = new IntersectionObserver((entries) => this.#see(entries), {
    rootMargin: '400px',
  });
  readonly #receive = (event: MessageEvent) => this.#resize(event);
  /** Whoever used a frame may be watching a video in it: it is not replaced. */
  readonly #noteUse = () => {
    this.#isUsed ||= this.#frame !== null && this.shadowRoot?.activeElement === this.#frame;
  };
  #frame: HTMLIFrameElement | null = null;
  /** Shown until the frame that replaces it has its height. */
  #outgoing: HTMLIFrameElement | null = null;
  #isUsed = false;
  #unsubscribe: (() => void) | null = null;

  protected abstract readonly pathOf: (readAttribute: ReadAttribute) => string | null;
  protected abstract readonly frameName: (readAttribute: ReadAttribute) => string;

  connectedCallback(): void {
    if (this.shadowRoot === null) {
      const root = this.attachShadow({ mode: 'open' });
      // Not a <style>: a policy of the site would have to allow it.
      root.adoptedStyleSheets = [sheet];
      root.append(document.createElement('slot'));
    }
    addEventListener('message', this.#receive);
    addEventListener('blur', this.#noteUse);
    this.#unsubscribe ??= onSchemeChange(() => this.#follow());
    this.#watcher.observe(this);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#receive);
    removeEventListener('blur', this.#noteUse);
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#watcher.disconnect();
    this.#clear();
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (before === now || !this.isConnected || this.shadowRoot === null) return;
    this.#clear();
    // Observing it again reports again whether it is visible.
    this.#watcher.unobserve(this);
    this.#watcher.observe(this);
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    if (this.#frame === null && entries.some((entry) => entry.isIntersecting)) this.#insert();
  }

  #insert(): void {
    const address = this.#address();
    if (address === null) return;
    const frame = document.createElement('iframe');
    frame.className = 'waiting';
    frame.title = this.getAttribute('frame-title') ?? this.frameName(this.#read);
    frame.setAttribute('sandbox', sandbox);
    frame.allow = allow;
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frame.src = address;
    this.#frame = frame;
    this.#isUsed = false;
    this.shadowRoot?.append(frame);
  }

  readonly #read: ReadAttribute = (name) => {
    if (name === 'lang') return this.closest('[lang]')?.getAttribute('lang') ?? null;
    return this.getAttribute(name) ?? (name === 'theme' ? schemeAround(this) : null);
  };

  #address(): string | null {
    const path = this.pathOf(this.#read);
    return path === null ? null : frameAddress(this.#base.href, path, this.#read);
  }

  /** The site is in another colour scheme: a frame in that one takes the place of this one, which stays until then. */
  #follow(): void {
    const shown = this.#frame;
    if (shown === null || this.#isUsed || shown.src === this.#address()) return;
    if (shown.className === '') this.#outgoing = shown;
    else shown.remove();
    this.#insert();
  }

  #resize({ source, origin, data }: MessageEvent): void {
    const frame = this.#frame;
    if (frame === null || source !== frame.contentWindow || origin !== this.#base.origin) return;
    const { sentinel, type, height } = (data ?? {}) as Record<string, unknown>;
    if (sentinel !== 'amp' || type !== 'embed-size') return;
    if (typeof height !== 'number' || !(height > 0)) return;
    frame.style.height = `${Math.min(Math.ceil(height), tallest)}px`;
    if (frame.className === '') return;
    frame.className = '';
    this.#outgoing?.remove();
    this.#outgoing = null;
    this.shadowRoot?.querySelector('slot')?.remove();
    this.dispatchEvent(new CustomEvent('embed-load', { bubbles: true }));
  }

  #clear(): void {
    this.#frame?.remove();
    this.#outgoing?.remove();
    this.#frame = null;
    this.#outgoing = null;
    if (this.shadowRoot?.querySelector('slot') === null) {
      this.shadowRoot.append(document.createElement('slot'));
    }
  }
}
