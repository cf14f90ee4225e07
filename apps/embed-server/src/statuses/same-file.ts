// A blog keeps a picture in several sizes, and attaches another one than stands among its words:
//
//   WordPress   a-1024x683.jpg, a-scaled.jpg, a.jpg?w=300, i0.wp.com/blog.example/a.jpg
//   Discourse   optimized/1X/a_2_690x388.png, original/1X/a.png
//   Ghost       images/size/w600/a.jpg
//   Friendica   photo/5f0e…-2.jpg: the figure is the size

const sizes = [
  [/(?:_\d)?[_-]\d{2,5}x\d{2,5}(?=\.\w+$|$)/, ''],
  [/-scaled(?=\.\w+$|$)/, ''],
  [/\/size\/w\d+(?:h\d+)?(?=\/)/, ''],
  [/\/optimized(?=\/)/, '/original'],
  [/(?<=\/photo\/[\da-f-]{32,36})-\d(?=\.\w+$|$)/, ''],
] as const;

/** Parameters that say how a picture is to be shown, and not which one it is. */
const ofSize = new Set(
  'w h width height resize fit crop quality q ssl strip auto format'.split(' '),
);

/** Whether two addresses are those of one file, maybe in another size or at another host that hands it on. */
export function isSameFile(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [new URL(one), new URL(other)];
  if (queryOf(a) !== queryOf(b)) return false;
  const [first, second] = [pathOf(a), pathOf(b)];
  if (first === second) return true;
  return isHandedOn(first, second) || isHandedOn(second, first);
}

/** A path of one name may end many others. */
function isHandedOn(path: string, by: string): boolean {
  return path.lastIndexOf('/') > 0 && by.endsWith(path);
}

function pathOf({ pathname }: URL): string {
  return sizes.reduce((path, [size, plain]) => path.replace(size, plain), pathname);
}

function queryOf({ searchParams }: URL): string {
  return [...searchParams]
    .filter(([name]) => !ofSize.has(name))
    .map((pair) => pair.join('='))
    .join('&');
}
