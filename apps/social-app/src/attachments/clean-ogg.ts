import { gapsOf, MalformedMedia, type MediaFacts, type MediaFile } from './media-file.js';
import { tellOggFormat, type OggFormat } from './ogg-formats.js';
import { findPage, readPage, writePage, type Page } from './ogg-pages.js';

// A sound or film of Ogg: pages, each with a checksum, that carry the packets of streams, of several at once and one after the
// other. The first packets of each stream tell its format, and words.

const mostPages = 1_000_000;
const mostStreams = 100;
/** Pages that words and a picture of a cover may take, in all streams. */
const mostHeadPages = 2_000;

interface Stream {
  readonly format: OggFormat;
  /** The packet that goes on, and what is yet to be written of it; null: it stays. */
  index: number;
  rest: Buffer | null;
  isInside: boolean;
  /** Of the last page. */
  position: number;
}

/** @throws MalformedMedia when it is no sound and no film of a format whose words are known */
export async function cleanOgg(file: MediaFile): Promise<MediaFacts> {
  const streams = new Map<number, Stream>();
  const all: Stream[] = [];
  const gaps = gapsOf(file);
  let headPages = 0;
  for (let at = 0, count = 0; at < file.size; count += 1) {
    if (count > mostPages) throw new MalformedMedia('there are too many pages');
    const page = await readPage(file, at);
    if (!page) {
      // Players look for the next one.
      const next = await findPage(file, at + 1);
      await gaps.erase(at, next);
      at = next;
      continue;
    }
    at += page.bytes.length;
    if (page.isFirst || !streams.has(page.stream)) {
      if (all.length >= mostStreams) throw new MalformedMedia('there are too many streams');
      const packet = page.bytes.subarray(page.content);
      const stream: Stream = {
        ...{ format: tellOggFormat(packet), index: 0, rest: null, isInside: false, position: 0 },
      };
      streams.set(page.stream, stream);
      all.push(stream);
    }
    const stream = streams.get(page.stream)!;
    const position = Number(page.bytes.readBigInt64LE(6));
    if (position > 0) stream.position = position;
    if (stream.index >= stream.format.heads) continue;
    headPages += 1;
    if (headPages > mostHeadPages) throw new MalformedMedia('the words have no end');
    if (replaceHeads(page, stream)) await writePage(file, page);
  }
  if (all.some(({ index, format }) => index < 2 && format.heads > 1))
    throw new MalformedMedia('there are no words');
  return factsOf(all);
}

/** Changes the packets of a page that are still of the beginning; whether there were any to change. */
function replaceHeads({ bytes, lengths, content }: Page, stream: Stream): boolean {
  const { format } = stream;
  let [from, isChanged] = [content, false];
  for (let part = 0; part < lengths.length && stream.index < format.heads;) {
    let length = 0;
    let isWhole = false;
    for (; part < lengths.length && !isWhole; part += 1) {
      length += lengths[part]!;
      isWhole = lengths[part]! < 255;
    }
    const packet = bytes.subarray(from, from + length);
    if (!stream.isInside) {
      stream.rest = stream.index === 0 ? null : format.replace(stream.index, packet);
      if (stream.rest && length < stream.rest.length)
        throw new MalformedMedia('there are no words');
    }
    if (stream.rest) {
      packet.fill(0);
      stream.rest.copy(packet);
      stream.rest = stream.rest.subarray(Math.min(length, stream.rest.length));
      isChanged = true;
    }
    stream.isInside = !isWhole;
    if (isWhole) stream.index += 1;
    from += length;
  }
  return isChanged;
}

/** The longest stream tells how long all are. */
function factsOf(all: readonly Stream[]): MediaFacts {
  const film = all.find(({ format }) => format.kind === 'video');
  const seconds = all
    .filter(({ format }) => format.kind === 'audio')
    .map(({ position, format }) => position / format.rate)
    .filter((value) => Number.isFinite(value) && value > 0);
  const duration = seconds.length > 0 ? Math.max(...seconds) : null;
  if (all.length === 0) throw new MalformedMedia('there is no stream');
  if (!film) return { kind: 'audio', width: null, height: null, duration };
  const { width, height } = film.format;
  return { kind: 'video', width, height, duration };
}
