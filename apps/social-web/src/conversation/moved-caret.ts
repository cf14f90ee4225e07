interface Field {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

/** Where the selection of a field is once another text is in it: where it was in what both begin with, or end with. */
export function movedCaret(field: Field, next: string): readonly [number, number] {
  const { value } = field;
  const shorter = Math.min(value.length, next.length);
  let same = 0;
  while (same < shorter && value[same] === next[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < shorter - same && value.at(-1 - sameEnd) === next.at(-1 - sameEnd)) sameEnd += 1;
  const moved = (place: number) => {
    if (place <= same && place < value.length) return place;
    const fromEnd = value.length - place;
    return fromEnd <= sameEnd ? next.length - fromEnd : next.length - sameEnd;
  };
  return [moved(field.selectionStart), moved(field.selectionEnd)];
}
