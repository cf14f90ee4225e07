import { useTexts } from '../texts/texts.js';
import { HandleForm } from '../ui/handle-form.js';
import { usePageTitle } from '../ui/page.js';
import { UnconfirmedNotice } from '../ui/unconfirmed-notice.js';
import './sign-in.css';

/** Comes once after signing in, while there is no handle; it can be passed over. */
export default function WelcomePage({ onSkip }: { readonly onSkip: () => void }) {
  const { handle } = useTexts();
  usePageTitle(handle.welcome);
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
