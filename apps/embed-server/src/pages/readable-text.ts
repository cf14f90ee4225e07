const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\s\u2800]/u;

/** `null` for what nobody sees or hears, such as spaces alone or letters of no width: a link of that name has none. */
export function readable(text: string | null): string | null {
  return text !== null && visible.test(text) ? text : null;
}
