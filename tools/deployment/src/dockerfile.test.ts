import { validate, ValidationSeverity } from 'dockerfile-utils';
import { readText } from './repository.js';

const dockerfile = readText('docker/Dockerfile');

describe('docker/Dockerfile', () => {
  it('passes the linter', () => {
    const found = validate(dockerfile, { deprecatedMaintainer: ValidationSeverity.ERROR });
    expect(found.map(({ message, range }) => ({ message, line: range.start.line + 1 }))).toEqual(
      [],
    );
  });

  it('uses nothing that buildah 1.28 does not understand', () => {
    expect(dockerfile).not.toMatch(/<<|--link|--parents|--exclude|--start-interval|RUN --network/);
  });

  it('names the one external image in its first stage, where dependabot finds it', () => {
    const external = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, stage]) => stage!);
    expect(external[0]).toMatch(
      /^docker\.io\/library\/node:\d+-bookworm-slim@sha256:[0-9a-f]{64}$/,
    );
    expect(stages).toEqual(expect.arrayContaining(external.slice(1)));
  });

  it('runs as a numbered user, with a command that receives signals', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["node", /m);
  });
});
