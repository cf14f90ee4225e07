// Stands in for a service: ready at once, ends on SIGTERM, tells what it was given. MODE changes its manners.
import { createServer } from 'node:http';

const mode = process.env.MODE;
const tell = (msg) => console.log(JSON.stringify({ level: 'info', name: 'stand-in', msg }));

tell(`data in ${process.env.DATA_DIR}`);
tell(
  `issuer ${process.env.OIDC_ISSUER ?? 'none'}, upstream ${process.env.VIMEO_API_URL ?? 'none'}`,
);
if (mode === 'dies') {
  console.error('no database here');
  process.exit(7);
}

const ops = createServer((request, response) => {
  response.statusCode = request.url === '/-/ready' && mode !== 'never-ready' ? 200 : 503;
  response.end();
  if (request.url === '/die') process.exit(3);
});
ops.listen(Number(process.env.HEALTH_PORT), '127.0.0.1');

const main = createServer((_request, response) => response.end('hello'));
if (process.env.PORT) main.listen(Number(process.env.PORT), '127.0.0.1');

tell(`mails to ${process.env.SMTP_URL ?? 'nobody'}`);

process.on('SIGTERM', () => {
  tell('asked to stop');
  if (mode === 'stubborn') return;
  if (mode === 'clumsy') process.exit(9);
  main.close();
  ops.closeAllConnections();
  ops.close(() => tell('stopped'));
});
