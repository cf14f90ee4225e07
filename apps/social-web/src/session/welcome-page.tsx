import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../api/query-cache.js';
import { useTexts } from '../texts/texts.js';
import { HandleForm } from '../ui/handle-form.js';
import { usePageTitle } from '../ui/page.js';
import { UnconfirmedNotice } from '../ui/unconfirmed-notice.js';
import './sign-in.css';

/** Comes once after signing in, while there is no handle; it can be passed over. */
export default function WelcomePage({ onSkip }: { readonly onSkip: () => void }) {
  const { handle } = useTexts();
  usePageTitle(handle.welcome);
  useChoiceElsewhere();
  return (
    <main className="sign-in">
      <h1>{handle.welcome}</h1>
      <p>{handle.means}</p>
      <UnconfirmedNotice />
      <HandleForm />
      <button className="button" onClick={onSkip}>
        {handle.skip}
      </button>
    </main>
  );
}

/** It may have been made on another device: no event tells of it before the stream of events is open. */
function useChoiceElsewhere(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => document.hidden || void client.invalidateQueries({ queryKey: keys.session });
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client]);
}
