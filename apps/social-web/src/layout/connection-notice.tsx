import { useEffect, useState } from 'react';
import { useConnection } from '../live/connection.js';
import { useWords } from '../words/words.js';

/** A reconnection that takes no time is not worth a word. */
const patienceMs = 1_500;

export function ConnectionNotice() {
  const words = useWords();
  const connection = useConnection();
  const [late, setLate] = useState(false);
  const isBroken = connection !== 'live';

  useEffect(() => {
    if (!isBroken) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBroken]);

  return (
    <div role="status" className="connection">
      {isBroken && late && <p>{words.connection[connection]}</p>}
    </div>
  );
}
