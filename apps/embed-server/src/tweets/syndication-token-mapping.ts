/** The token of X's own embed script; the precision lost on large ids is part of the formula. */
export function syndicationToken(id: string): string {
  return ((Number(id) / 1e15) * Math.PI).toString(36).replace(/(0+|\.)/g, '');
}
