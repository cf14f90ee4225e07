// Letters that turn the direction of what follows (U+202A to U+202E, U+2066 to U+2069) are for the text they stand in. Left
// open, they would turn the words of the page behind them around, and a superfluous end would end an isolate of the
// page's own. So each is closed where its text or attribute ends, and an end without a beginning is left out.

const [popEmbedding, popIsolate] = ['\u202c', '\u2069'];
const isolates = ['\u2066', '\u2067', '\u2068'];
const turning = /[\u202a-\u202e\u2066-\u2069]/;
const turningOrEdge = /[<>"\u202a-\u202e\u2066-\u2069]/g;
// No page shows them, NUL among them; HTML forbids most.
const controls = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** HTML, or a text, whose direction controls end where the text or the attribute does. Linear in its length. */
export function isolateText(html: string): string {
  const printable = html.toWellFormed().replace(controls, '\ufffd');
  return turning.test(printable) ? balanced(printable) : printable;
}

interface Open {
  /** Ends of what is open, the innermost last. */
  readonly ends: string[];
  isolates: number;
}

function balanced(html: string): string {
  let open: Open = { ends: [], isolates: 0 };
  const closeAll = () => {
    const ends = open.ends.reverse().join('');
    open = { ends: [], isolates: 0 };
    return ends;
  };
  const written = html.replace(turningOrEdge, (letter) => {
    if (letter === '<' || letter === '>' || letter === '"') return closeAll() + letter;
    if (letter === popEmbedding || letter === popIsolate) return close(open, letter) ? letter : '';
    const isIsolate = isolates.includes(letter);
    open.ends.push(isIsolate ? popIsolate : popEmbedding);
    if (isIsolate) open.isolates += 1;
    return letter;
  });
  return written + closeAll();
}

/** Whether the letter ends anything; the end of an isolate ends what was opened within it, too. */
function close(open: Open, letter: string): boolean {
  if (letter === popEmbedding) {
    if (open.ends.at(-1) !== popEmbedding) return false;
    open.ends.pop();
    return true;
  }
  if (open.isolates === 0) return false;
  while (open.ends.pop() !== popIsolate);
  open.isolates -= 1;
  return true;
}
