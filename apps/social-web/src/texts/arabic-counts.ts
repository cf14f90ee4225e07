type Forms = Readonly<Record<'one' | 'two' | 'few' | 'many', string>>;

/** Arabic counts one and two without a numeral, three to ten with the plural, more with the singular. */
export const count = (forms: Forms) => (n: number) => {
  if (n === 1) return forms.one;
  if (n === 2) return forms.two;
  const hundredth = n % 100;
  return `${n} ${hundredth >= 3 && hundredth <= 10 ? forms.few : forms.many}`;
};
