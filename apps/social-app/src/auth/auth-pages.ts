import { html, renderPage, type Html, type Page } from '../http/page.js';
import type { Provider } from './provider.port.js';

const messages: Readonly<Record<string, string>> = {
  OAuthSignin: 'The sign-in service cannot be reached. Try again in a moment.',
  OAuthCallbackError: 'The sign-in did not finish. Start again.',
  OAuthAccountNotLinked:
    'Another account holds this sign-in or its e-mail address. Sign in the way you did the first time.',
  MissingCSRF: 'This page had grown old. Try once more.',
  SessionRequired: 'Sign in to see this page.',
};

const faults: Readonly<Record<string, { title: string; text: string; status: 403 | 500 }>> = {
  AccessDenied: { title: 'Access denied', text: 'You did not allow the sign-in.', status: 403 },
  Configuration: {
    title: 'Sign-in is not set up',
    text: 'The server cannot offer this sign-in. Its log says why.',
    status: 500,
  },
  Verification: {
    title: 'The link is used up',
    text: 'It has expired or was used before.',
    status: 403,
  },
};
const unknownFault = { title: 'Error', text: 'Something went wrong.', status: 200 } as const;

/** Whether the sign-in page has a word for this error, so that one can try again at once. */
export function isSignInError(error: string): boolean {
  return Object.hasOwn(messages, error);
}

export interface SignInForm {
  readonly providers: readonly Provider[];
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly error: string | undefined;
}

export function signInPage({ providers, csrfToken, callbackUrl, error }: SignInForm): Page {
  const forms = providers.map(
    ({ id, name }) =>
      html`<form method="post" action="/api/auth/signin/${id}">
        ${hidden('csrfToken', csrfToken)} ${hidden('callbackUrl', callbackUrl)}
        <button>Sign in with ${name}</button>
      </form>`,
  );
  const nothing = html`<p>No sign-in is configured.</p>`;
  // Providers redirect on to others of their own, so any https origin may follow.
  const targets = ['https:', ...providers.map(({ origin }) => origin)];
  const content = html`${alert(error)}${forms.length > 0 ? forms : nothing}`;
  return renderPage('Sign in', content, targets);
}

export function signOutPage(csrfToken: string, callbackUrl: string): Page {
  const content = html`<p>Do you want to sign out?</p>
    <form method="post" action="/api/auth/signout">
      ${hidden('csrfToken', csrfToken)} ${hidden('callbackUrl', callbackUrl)}
      <button>Sign out</button>
    </form>`;
  return renderPage('Sign out', content);
}

export function errorPage(error: string): Page & { readonly status: 200 | 403 | 500 } {
  const fault = Object.hasOwn(faults, error) ? faults[error] : undefined;
  const { title, text, status } = fault ?? unknownFault;
  const content = html`<p>${text}</p>
    <p><a href="/api/auth/signin">Sign in</a></p>`;
  return { ...renderPage(title, content), status };
}

function alert(error: string | undefined): Html | null {
  if (error === undefined) return null;
  const message = isSignInError(error) ? messages[error] : undefined;
  return html`<p role="alert">${message ?? 'The sign-in did not work. Try again.'}</p>`;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}
