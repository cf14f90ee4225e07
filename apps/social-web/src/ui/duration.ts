const units = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** In the largest unit of which it is a whole number: "4 weeks", "5 minutes". */
export function durationText(seconds: number, locale: string): string {
  const [unit, length] = units.find(([, each]) => seconds % each === 0 && seconds >= each) ?? [
    'second' as const,
    1,
  ];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / length);
}

/** Minutes and seconds as players write them: "0:07". */
export function clockDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
