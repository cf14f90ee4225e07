/** Custom properties of a light card, and of a dark one. */
export const light =
  '--ink:#14191d;--soft:#55626c;--line:#cdd6dc;--card:#fff;--link:#0a5fb0;--fill:#dcebf8;--gold:#8a6100';
export const dark =
  '--ink:#e8eaec;--soft:#9ba7b0;--line:#3a4650;--card:#15191d;--link:#79bbff;--fill:#21405c;--gold:#e2b719';

// Light and dark are the reader's choice unless the publisher names one: an attribute, so that the sheet stays the same.
// No viewport units: the frame's height follows the content, never back.
// Browsers fill a dark frame in a light page with a dark of their own: around the card that would be bars.
// Paper is light.
const darkPage = `background:var(--card);${dark}`;
const colours = `:root{color-scheme:light;${light}}
@media screen{:root:not([data-theme]){color-scheme:light dark}
@media(prefers-color-scheme:dark){:root:not([data-theme]){${darkPage}}}
:root[data-theme=dark]{color-scheme:dark;${darkPage}}}`;

const type = 'font:16px/1.45 system-ui,sans-serif;color:var(--ink);overflow-wrap:anywhere';

const ground = `a{color:var(--link);text-decoration:none}
a:hover{text-decoration:underline}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
img,svg{display:block}
.avatar,.media img,.media .blank,.card img{background:var(--fill);object-fit:cover}
.post,.card,.sound{border:1px solid var(--line)}
p,ul,ol,pre,blockquote{margin:0 0 .6em}
:is(p,ul):last-child{margin-bottom:0}
.soft,.soft a{color:var(--soft);font-size:.875rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}`;

// Lists and quotations are indented by a part of the width, so that many in each other leave a narrow page to their words.
// A picture of an emoji that does not come keeps its box: no line grows or wraps, and the height that was laid out stays right.
const post = `.post{max-width:38rem;margin:0 auto;padding:.85rem 1rem;background:var(--card);border-radius:.75rem}
.post>*+*,.thread>*+*,details>div>*+*{margin-top:.65rem}
.post .post{padding:.7rem .8rem;background:none}
.author{display:flex;gap:.65rem;align-items:center}
.author a{color:inherit}
.author>div{min-width:0}
.name{font-weight:700}
.name svg{display:inline;width:1.1em;height:1.1em;vertical-align:-.18em;fill:var(--link)}
.business svg,.verifier svg{fill:var(--gold)}
.government svg{fill:var(--soft)}
.avatar{width:48px;height:48px;border-radius:50%;flex:none}
.post .post .avatar{width:28px;height:28px}
.post .post .author>div{display:flex;flex-wrap:wrap;gap:0 .5rem;align-items:baseline}
.post .post .text{font-size:1rem}
.mark{width:22px;height:22px;flex:none;align-self:start;fill:currentColor;opacity:.6}
.web,.nodes,.actions svg{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}
.nodes{stroke-width:5}
.square{border-radius:.3rem}
.thread{list-style:none;max-width:38rem;margin:0 auto;padding:0}
.thread>.soft a{background:var(--card);box-shadow:0 0 0 .25rem var(--card)}
[aria-current]>.post{border-color:var(--link)}
.text{font-size:1.0625rem}
.text a,.below a{text-decoration:underline;text-underline-offset:.15em}
.plain{white-space:pre-wrap}
.text pre{overflow-x:auto;direction:ltr}
.text blockquote{padding-inline-start:2%;border-inline-start:3px solid var(--line)}
.text :is(ul,ol){padding-inline-start:8%}
.plain,.text p{unicode-bidi:plaintext;text-align:start}
.emoji{display:inline-block;overflow:hidden;width:1.25em;height:1.25em;object-fit:contain;vertical-align:-.25em}
summary{cursor:pointer;padding:.45rem .7rem;background:var(--fill);border-radius:.5rem}
details[open]>summary{margin-bottom:.65rem}
footer>div{display:flex;flex-wrap:wrap;gap:.15rem 1rem}
footer>div+div{margin-top:.5rem}
.mark,footer .source{margin-inline-start:auto}
.actions>*{position:relative;display:flex;gap:.3rem;align-items:center}
.actions svg{width:18px;height:18px;flex:none;stroke-width:2}
@media(pointer:coarse){.actions a::after{content:"";position:absolute;inset:-12px -8px;min-width:44px}}`;

const media = `.media,.card,.sound{border-radius:.65rem;overflow:hidden}
.media{display:grid;gap:3px}
.media img,.media .blank{width:100%;height:auto;object-position:var(--x,50%) var(--y,50%)}
.media img.blank{aspect-ratio:16/9}
.one img,.one .blank{max-height:32rem}
.media>.whole{grid-column:1/-1;grid-row:auto;aspect-ratio:auto}
.media>.whole img{position:static;height:auto;max-height:none}
.frame{position:relative;overflow:hidden}
.many{grid:auto/1fr 1fr}
.many>*{position:relative;aspect-ratio:8/7}
.lots{grid:auto/1fr 1fr 1fr}
.three>:first-child{grid-row:span 2;aspect-ratio:auto}
.many img,.many .blank,.frame .player,.video img{position:absolute;inset:0;width:100%;height:100%}
.x0{--x:0}.x1{--x:25%}.x3{--x:75%}.x4{--x:100%}.y0{--y:0}.y1{--y:25%}.y3{--y:75%}.y4{--y:100%}
.play{position:absolute;inset:0;display:grid;place-items:center}
.play svg{width:4rem;height:4rem;fill:#fff;background:#000b;border-radius:50%;padding:1rem}
.play:hover svg{background:#000}
.play:focus-visible{outline-offset:-5px}
.length{position:absolute;left:.5rem;bottom:.5rem;padding:0 .4rem;border-radius:.25rem;background:#000c;color:#fff;font-size:.8rem}
.frame .player{border:0;background:#000}
.sound{display:flex;gap:.8rem}
.sound>div,.player{width:100%}`;

// Firefox aligns the rows of a list as the list itself, whatever their own direction.
const extras = `.card{display:flex;color:inherit}
.card.large{display:block}
.card.small img{width:7rem;height:auto;min-height:7rem;flex:none}
.card.large img{width:100%;height:auto;max-height:20rem;aspect-ratio:1.91}
.card div,.sound{padding:.6rem .8rem;min-width:0}
.card p{margin:0;display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
.card .title{font-weight:600}
.poll ul{list-style:none;padding:0}
.poll li{display:grid;grid:auto/1fr auto;gap:0 .8rem;margin-bottom:.45rem;text-align:start}
progress{grid-column:1/-1;appearance:none;width:100%;height:.5rem;border:0;border-radius:.25rem;overflow:hidden;background:var(--fill)}
progress::-webkit-progress-bar{background:var(--fill)}
progress::-webkit-progress-value{background:var(--link)}
progress::-moz-progress-bar{background:var(--link)}
.video{background:var(--card)}
.video .frame{background:#000;margin:0 auto}
.video .tall{max-width:22rem}
.video img{object-fit:cover}
.video .blank{width:100%;height:auto;background:#16202a}
.video .below{padding:.55rem .8rem}
.video h1{margin:0;font-size:1rem}`;

const box = '*{box-sizing:border-box}';

const paper = `.play,.source,.actions a{display:none}
.post,.media{break-inside:avoid}}`;

// Every page pays for each letter of a name; a fragment's sheet is one for all.
const shortNames: Readonly<Record<string, string>> = {
  ink: 'a',
  soft: 'b',
  line: 'c',
  card: 'd',
  link: 'e',
  fill: 'f',
  gold: 'g',
};

/** The one style sheet of every page: constant, so that its hash is, too. */
export const pageStyle = [
  ...[colours, box, `body{margin:0;${type}}`, ground, post, media, extras],
  `@media print{${paper}`,
]
  .join('')
  .replaceAll('\n', '')
  .replace(/--(\w{3,})/g, (_all, name: string) => `--${shortNames[name] ?? name}`);

/** The same without what is a page's own: its root, its colours and its length of a `rem`. */
export const cardStyle = {
  type,
  rules: [box, ground, post, media, extras].join('').replaceAll('\n', ''),
  paper: paper.replaceAll('\n', ''),
};

/** The one icon of every page, so that a page opened by itself asks for nothing that is not there. */
export const pageIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a5fb0"/>' +
  '<path d="M8 8h16v4H8zm0 6h7v10H8zm9 0h7v10h-7z" fill="#fff"/></svg>';
