const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]/u;

const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** `null` for what nobody sees or hears, such as spaces alone or letters of no width: a link of that name has none. */
export function readable(text: string | null): string | null {
  return text !== null && visible.test(text) ? text : null;
}

/** The first that somebody sees; `null`: none. */
export function firstReadable(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => readable(text ?? null) !== null) ?? null;
}

/** Whether some of it takes no ink or moves what stands around it: no part of an address is shown so. */
export function hasUnseen(text: string): boolean {
  return unseen.test(text);
}
