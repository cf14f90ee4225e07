import { keys, useAskedWhenSeen } from '../api/query-cache.js';
import { useTexts } from '../texts/texts.js';
import { HandleForm } from '../ui/handle-form.js';
import { usePageTitle } from '../ui/page.js';
import { UnconfirmedNotice } from '../ui/unconfirmed-notice.js';
import './sign-in.css';

/** Comes once after signing in, while there is no handle; it can be passed over. */
export default function WelcomePage({ onSkip }: { readonly onSkip: () => void }) {
  const { handle } = useTexts();
  usePageTitle(handle.welcome);
  // It may have been chosen on another device: no event tells of it before the stream of events is open.
  useAskedWhenSeen(keys.session);
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
