// Shows times in the reader's own zone.

const zone = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
for (const time of document.querySelectorAll('time'))
  time.textContent = zone.format(new Date(time.dateTime));

export {};
