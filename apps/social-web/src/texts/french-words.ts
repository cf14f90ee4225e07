/** French counts nought as one. */
export const count = (one: string, other: string) => (n: number) => `${n} ${n < 2 ? one : other}`;

const vowels = /^[aàâeéèêëiîïoôuùûüyœæ]/i;
/** The word before a name, which loses its vowel before another one. */
export const of = (name: string) => (vowels.test(name) ? `d’${name}` : `de ${name}`);
