import { useLanguage, useWords } from '../words/words.js';
import { DepartureRow } from './departure-row.js';
import { MessageRow } from './message-row.js';
import type { Row } from './timeline.js';

export interface TimelineRowProps {
  readonly row: Row;
  /** Of the other one. */
  readonly name: string;
  /** The last own message that the other one has read. */
  readonly readSeq: number;
  /** Somebody looked for it. */
  readonly isFound: boolean;
}

export function TimelineRow({ row, name, readSeq, isFound }: TimelineRowProps) {
  const words = useWords();
  switch (row.kind) {
    case 'beginning':
      return <p className="messages-beginning">{words.conversation.beginning(name)}</p>;
    case 'day':
      return <DayMark date={row.date} />;
    case 'new':
      return <p className="timeline-mark timeline-new">{words.conversation.newMessages}</p>;
    case 'departure':
      return <DepartureRow departure={row.departure} />;
    case 'message':
      return (
        <MessageRow
          rowKey={row.key}
          message={row.message}
          name={name}
          isContinued={row.isContinued}
          isFound={isFound}
          isLastRead={row.message.seq === readSeq}
        />
      );
  }
}

function DayMark({ date }: { readonly date: string }) {
  const { locale } = useLanguage();
  const text = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(date));
  return (
    <h3 className="timeline-mark">
      <time dateTime={date}>{text}</time>
    </h3>
  );
}
