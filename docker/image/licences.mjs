// Lists the licence of every package of a CycloneDX document, and fails on one that nobody here has agreed to.
// usage: node licences.mjs sbom.cdx.json
import { readFileSync } from 'node:fs';

const agreed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  // Asks for attribution: THIRD-PARTY.txt in the image names the package.
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  // libvips, which sharp loads as a shared library of its own file, so anyone may put another build in its place.
  // sharp's package with the library names the sources of each part in its README, which stays in the image.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // The last part of Python-2.0 by itself: asks that its text stays with what it covers, as it does in node_modules.
  'PSF-2.0',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
]);

/** One that may be chosen must be agreed to, or all of those that apply together. */
function isAgreed(expression) {
  const bare = expression.replace(/^\(|\)$/g, '');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAgreed);
  return bare.split(' AND ').every((id) => agreed.has(id));
}

function licenceOf({ licenses = [] }) {
  return licenses
    .map(({ expression, license }) => expression ?? license.id ?? license.name)
    .join(' AND ');
}

const { components } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const packages = components
  .filter((component) => !component['bom-ref'].startsWith('@triptych/'))
  .map((component) => ({
    id: `${component.group ? `${component.group}/` : ''}${component.name} ${component.version}`,
    licence: licenceOf(component) || 'none given',
  }))
  .sort((a, b) => a.id.localeCompare(b.id, 'en'));
for (const { id, licence } of packages) console.log(`${id}: ${licence}`);

const refused = packages.filter(({ licence }) => !isAgreed(licence));
if (refused.length > 0) {
  console.error(
    `not agreed to: ${refused.map(({ id, licence }) => `${id} (${licence})`).join(', ')}`,
  );
  process.exitCode = 1;
}
