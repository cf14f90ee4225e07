import { h, type ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { contentSecurityPolicy } from '../pages/content-security-policy.js';
import { basePath, type Page } from '../pages/page.js';
import { playgroundScript } from '../generated/browser-scripts.js';
import { playgroundStyle } from './playground-style.js';
import type { Snippets } from './snippets.js';

interface PlaygroundState {
  /** What was pasted, as it was; empty at the start. */
  readonly given: string;
  /** `null` when nothing was pasted, or nothing was recognised. */
  readonly snippets: Snippets | null;
}

const examples = [
  ['X', 'https://x.com/SamuelSusla/status/1641086480675225601'],
  ['Bluesky', 'https://bsky.app/profile/bsky.app/post/3l6oveex3ii2l'],
  ['Mastodon', 'https://mastodon.social/@Gargron/109322849503592236'],
  ['Misskey', 'https://misskey.io/notes/9iljr6hhnh'],
  ['PeerTube', 'https://tilvids.com/videos/watch/41342cb4-6fa8-402d-a116-1f63a7f438a3'],
  ['YouTube', 'https://www.youtube.com/watch?v=m6UOo2YGbIE'],
  ['Vimeo', 'https://vimeo.com/223099532'],
  ['Facebook', 'https://www.facebook.com/watch/?v=10156049485672318'],
  ['Spotify', 'https://open.spotify.com/album/7s66wU1XJ2NsUuWM2NKiUV'],
] as const;

export function renderPlayground(state: PlaygroundState, publicUrl: string): Page {
  const base = basePath(publicUrl);
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>Embeds</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={`${base}/favicon.ico`} />
        <style dangerouslySetInnerHTML={{ __html: playgroundStyle }} />
        <script type="module" src={`${base}/embed.js`} />
      </head>
      <body>
        <main>
          <h1>Embed a post or a video</h1>
          <p class="soft">
            Readers get it from this server: nobody else learns of them until they press play.
          </p>
          <Ask {...state} />
          {state.snippets && <Result snippets={state.snippets} given={state.given} base={base} />}
          <footer class="soft">
            <a href={`${base}/docs`}>All paths of this server</a>
          </footer>
        </main>
        <script type="module" dangerouslySetInnerHTML={{ __html: playgroundScript }} />
      </body>
    </html>,
  );
  return { html: `<!doctype html>${html}`, contentSecurityPolicy: policy };
}

const policy = contentSecurityPolicy({
  script: playgroundScript,
  style: playgroundStyle,
  media: [],
  frames: [],
  frameAncestors: ["'none'"],
})
  .replace('script-src', "script-src 'self'")
  .replace("form-action 'none'", "form-action 'self'")
  .concat("; frame-src 'self'");

function Ask({ given, snippets }: PlaygroundState): ComponentChildren {
  const isUnknown = given !== '' && snippets === null;
  return (
    <form method="get">
      <label for="url">Address of a post or a video</label>
      <div class="ask">
        <input
          id="url"
          name="url"
          type="text"
          inputmode="url"
          autocomplete="off"
          spellcheck={false}
          required
          maxlength={2048}
          value={given}
          placeholder="https://"
          aria-invalid={isUnknown}
          aria-describedby={isUnknown ? 'problem' : undefined}
        />
        <button type="submit">Show</button>
      </div>
      {isUnknown && (
        <p id="problem" class="error" role="alert">
          This is no address of a post on X, on Bluesky or in the fediverse, of a video on YouTube,
          Vimeo or Facebook, nor of a page of a known oEmbed provider.
        </p>
      )}
      <ul class="examples" aria-label="Examples">
        {examples.map(([name, url]) => (
          <li>
            <a href={`?url=${encodeURIComponent(url)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </form>
  );
}

function Result(props: { snippets: Snippets; given: string; base: string }): ComponentChildren {
  const { element, path, ways } = props.snippets;
  const waiting = (
    <p class="waiting">
      <a href={props.base + path}>The page of {props.given}</a>
    </p>
  );
  return (
    <div class="result">
      <section class="preview" aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        {h(element.tag, element.attributes, waiting)}
      </section>
      <section aria-labelledby="ways">
        <h2 id="ways">HTML to copy</h2>
        {ways.map(({ id, name, html }) => (
          <div class="way">
            <div class="head">
              <label for={id}>{name}</label>
              <button type="button" data-copy={id} aria-label={`Copy: ${name}`} hidden>
                Copy
              </button>
            </div>
            <textarea id={id} readonly rows={id === 'oembed' ? 3 : 5} spellcheck={false}>
              {html}
            </textarea>
          </div>
        ))}
        <p class="status soft" role="status" id="status"></p>
      </section>
    </div>
  );
}
