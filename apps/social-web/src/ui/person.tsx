import { useState, type CSSProperties } from 'react';
import type { Texts } from '../texts/en.js';

export interface NamedPerson {
  readonly name: string | null;
  readonly email?: string | null;
  readonly handle?: string | null;
}

/** An identity provider may supply no name, and an erased account has none. */
export function personName(
  person: NamedPerson | null | undefined,
  texts: Pick<Texts, 'somebody'>,
): string {
  const handle = person?.handle ? `@${person.handle}` : null;
  return person?.name ?? person?.email ?? handle ?? texts.somebody;
}

interface AvatarProps {
  readonly person: { readonly id: string; readonly image: string | null };
  readonly name: string;
  readonly online?: boolean;
}

/** A picture, or the first letter on a colour that depends on the id. The name is always shown beside it. */
export function Avatar({ person: { id, image }, name, online = false }: AvatarProps) {
  const [isBroken, setBroken] = useState(false);
  const hue = [...id].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 360, 7);
  const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
  return (
    <span className="avatar" style={{ '--hue': hue } as CSSProperties} aria-hidden="true">
      {image && !isBroken ? (
        <img src={image} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        letter
      )}
      {online && <span className="avatar-online" data-passing="" />}
    </span>
  );
}
