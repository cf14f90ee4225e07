/** Of an entry of a list whose field names the active one. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;
