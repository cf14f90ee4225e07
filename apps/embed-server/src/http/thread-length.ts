/** Most posts of a thread that are read above the one of the address, and below it; a reply of Bluesky nests no deeper. */
export const [mostBefore, mostAfter] = [10, 9];
