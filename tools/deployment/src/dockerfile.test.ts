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

  it('says no more than buildah 1.28 understands', () => {
    expect(dockerfile).not.toMatch(/<<|--link|--parents|--exclude|--start-interval|RUN --network/);
  });

  it('runs as a numbered user, by a command that takes signals', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
    expect(last).toMatch(/^HEALTHCHECK .* CMD \["node", /m);
  });
});
