export const greeting = 'hello world';

export const homePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>User service</title>
  </head>
  <body>
    <main>
      <h1>Welcome to the Home Page!</h1>
      <p>The API is described at <a href="/docs">/docs</a>.</p>
    </main>
  </body>
</html>
`;

/** The Content-Type of the request decides, as documented; `Accept` has no influence. */
export function wantsJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
