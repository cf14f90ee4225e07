import type { IncomingMessage } from 'node:http';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { faultPage, pickPage } from './pages.js';
import { personNamed, type People } from './people.js';

type Context = Pick<KoaContextWithOIDC, 'req' | 'res' | 'method' | 'path' | 'set' | 'redirect'> & {
  status: number;
  type: string;
  body: unknown;
};

const largestForm = 4096;

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > largestForm) return null;
  }
  return new URLSearchParams(text);
}

function show(ctx: Context, status: number, html: string) {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = html;
  ctx.set('cache-control', 'no-store');
  // No form-action: browsers apply it to the redirect back to the application as well.
  ctx.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
}

/** The pages under `/interaction/`: pick a person, or cancel. Everything else belongs to the provider. */
export function signInPages(provider: Provider, people: People) {
  async function finish(ctx: Context, result: Parameters<Provider['interactionResult']>[2]) {
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
    ctx.status = 303;
  }

  async function submit(ctx: Context, client: string) {
    const form = await readForm(ctx.req);
    if (form?.has('cancel')) {
      await finish(ctx, { error: 'access_denied', error_description: 'the person cancelled' });
      return;
    }
    const person = personNamed(form?.get('name') ?? '');
    if (!person)
      return show(ctx, 400, pickPage(client, 'A name needs a letter from a to z or a digit.'));
    people.remember(person);
    await finish(ctx, { login: { accountId: person.sub, remember: false } });
  }

  return async (ctx: Context, next: () => Promise<void>) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    try {
      const { params } = await provider.interactionDetails(ctx.req, ctx.res);
      const registered = await provider.Client.find(String(params.client_id));
      const client = registered?.clientName ?? 'An application';
      if (ctx.method === 'POST') return await submit(ctx, client);
      show(ctx, 200, pickPage(client));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error;
      const detail = 'This sign-in is over or began in another browser. Go back and start again.';
      show(ctx, 400, faultPage('session_not_found', detail));
    }
  };
}
