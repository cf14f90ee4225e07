// Shows times in the reader's own zone. A day is the same in all of them.

const zone = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime*=T]'))
  time.textContent = zone.format(new Date(time.dateTime));

export {};
