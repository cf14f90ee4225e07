import { leadingBoxes } from './mp4-boxes.js';

// Films and pictures of phones begin alike: with the brand of the format, and the others whose readers can read it
// (ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, 10.2).

const pictures: ReadonlySet<string> = new Set([
  ...['mif1', 'mif2', 'msf1', 'miaf', 'MiHB', 'MiHA', 'MiHE', 'MiPr', 'avif', 'avis'],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'avci', 'avcs', 'vvic'],
  ...['jpeg', 'jpgs', 'j2ki', 'j2is', '1pic'],
]);
const films = /^(?:iso[m2-9]|mp4[12]|mp71|avc1|M4[ABPV]|qt {2}|3g|f4v|dash|msdh|MSNV)/;

/** Whether the first of its brands that says so is one of pictures. */
export function isPhonePicture(head: Buffer): boolean {
  const said = brandsOf(head).find((brand) => pictures.has(brand) || films.test(brand));
  return said !== undefined && pictures.has(said);
}

function brandsOf(head: Buffer): string[] {
  const [first] = leadingBoxes(head, 0, head.length);
  if (first?.type !== 'ftyp') return [];
  const brands: string[] = [];
  for (let at = first.content; at + 4 <= first.end; at += 4)
    // Behind the first one is its version.
    if (at !== first.content + 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}
