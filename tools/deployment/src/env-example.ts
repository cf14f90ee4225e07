import type { ComposeFile } from './compose-file.js';
import type { App, Variable } from './repository.js';

type Variables = Readonly<Record<App, Readonly<Record<string, Variable>>>>;

const deployment = `# Settings of compose.yaml: cp .env.example .env, then take the # off what is to differ from the default shown.
# Secrets are files, made by ./make-secrets.sh.

# --- the deployment

# Host names that lead to this machine. Those with public DNS get certificates of their own by themselves.
# EMBED_HOST=embed.localhost
# USERS_HOST=users.localhost
# SOCIAL_HOST=social.localhost
# Where the gateway listens.
# HTTP_PORT=80
# HTTPS_PORT=443
# Where images come from, and which.
# IMAGE_PREFIX=localhost/triptych
# EMBED_SERVER_TAG=local
# USER_SERVICE_TAG=local
# SOCIAL_APP_TAG=local
`;

/** What docker/Dockerfile sets, and no deployment should change. */
const fixedByImage = new Set(['HOST', 'PORT', 'HEALTH_PORT', 'DATA_DIR']);

/** Where the value of a variable comes from if not from this file. */
function sourceOf(name: string, app: App, compose: ComposeFile): string | undefined {
  const environment = compose.services[app]?.environment ?? {};
  const file = environment[`${name}_FILE`];
  if (file !== undefined) return `put it into ${String(file).replace('/run/secrets', 'secrets')}`;
  if (name in environment) return `compose.yaml sets it to ${environment[name]}`;
  return fixedByImage.has(name) ? 'the image sets it' : undefined;
}

function lines(name: string, variable: Variable, app: App, compose: ComposeFile): string[] {
  const comment = variable.description === undefined ? [] : [`# ${variable.description}`];
  const source = sourceOf(name, app, compose);
  if (source !== undefined) return [...comment, `# ${name}: ${source}`];
  const value = name === 'APP_ENV' ? 'production' : (variable.default ?? '');
  return [...comment, `# ${name}=${value}`];
}

/** `docker/.env.example`: every variable that any app reads, with its default and where else it may come from. */
export function envExample(variables: Variables, compose: ComposeFile): string {
  const names = Object.keys(variables) as App[];
  const first = names[0] as App;
  // One name may be another thing to each, as PUBLIC_URL is.
  const shared = (name: string) =>
    names.every(
      (app) =>
        name in variables[app] && sourceOf(name, app, compose) === sourceOf(name, first, compose),
    );
  const section = (title: string, app: App, include: (name: string) => boolean) =>
    [
      `# --- ${title}`,
      '',
      ...Object.entries(variables[app])
        .filter(([name]) => include(name))
        .flatMap(([name, variable]) => lines(name, variable, app, compose)),
      '',
    ].join('\n');
  return [
    deployment,
    section('all three services', first, shared),
    ...names.map((app) => section(app, app, (name) => !shared(name))),
  ].join('\n');
}
