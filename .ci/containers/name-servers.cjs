// Whether every name server of this container's networks answers. Piped into a container:
// node - NAME ADDRESS… with a name that all of them know, and the addresses of all networks.
const { readFileSync } = require('node:fs');
const { Resolver } = require('node:dns').promises;

const [name, ...networks] = process.argv.slice(2);
const lines = readFileSync('/etc/resolv.conf', 'utf8').matchAll(/^nameserver (\S+)$/gm);
// The machine's own comes last, and is out of reach in a run without a network.
const servers = Array.from(lines, ([, address]) => address).filter((one) => networks.includes(one));

async function ask(server) {
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([server]);
  await resolver.resolve4(name);
}

if (servers.length === 0) process.exit(1);
Promise.all(servers.map(ask)).catch(() => process.exit(1));
