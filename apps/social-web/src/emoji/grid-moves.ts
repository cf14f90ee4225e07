// Keys in rows of emoji that stand in groups, each of which begins a row.

/**
 * The place that a key leads to; undefined where it leads nowhere.
 * @param sizes of the groups
 * @param index of the place before, counted through all groups; -1 for none
 */
export function placeAfter(
  key: string,
  index: number,
  sizes: readonly number[],
  columns: number,
): number | undefined {
  const last = sizes.reduce((sum, size) => sum + size, 0) - 1;
  if (last < 0) return undefined;
  if (index < 0) return key === 'ArrowDown' || key === 'PageDown' ? 0 : undefined;
  if (key === 'ArrowRight') return Math.min(index + 1, last);
  if (key === 'ArrowLeft') return Math.max(index - 1, 0);
  const group = groupOf(index, sizes);
  const start = startOf(group, sizes);
  if (key === 'PageDown') return group + 1 < sizes.length ? startOf(group + 1, sizes) : last;
  if (key === 'PageUp') return start < index ? start : startOf(Math.max(group - 1, 0), sizes);
  const column = (index - start) % columns;
  if (key === 'ArrowDown') {
    const end = start + sizes[group]! - 1;
    const isLastRow = Math.floor((index - start) / columns) === Math.floor((end - start) / columns);
    if (!isLastRow) return Math.min(index + columns, end);
    return group + 1 < sizes.length ? inRow(end + 1, column, sizes[group + 1]!) : index;
  }
  if (key === 'ArrowUp') {
    if (index - columns >= start) return index - columns;
    if (group === 0) return index;
    const size = sizes[group - 1]!;
    const rowStart = Math.floor((size - 1) / columns) * columns;
    return inRow(start - size + rowStart, column, size - rowStart);
  }
  return undefined;
}

const inRow = (start: number, column: number, size: number) => start + Math.min(column, size - 1);

function groupOf(index: number, sizes: readonly number[]): number {
  let end = 0;
  return sizes.findIndex((size) => index < (end += size));
}

const startOf = (group: number, sizes: readonly number[]) =>
  sizes.slice(0, group).reduce((sum, size) => sum + size, 0);
