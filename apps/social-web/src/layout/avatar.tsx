import { useState } from 'react';

export interface AvatarProps {
  readonly id: string;
  readonly name: string;
  readonly image: string | null;
  readonly online?: boolean;
}

/** A picture, or the first letter on a colour of one's own. The name always stands beside it. */
export function Avatar({ id, name, image, online = false }: AvatarProps) {
  const [isBroken, setBroken] = useState(false);
  const hue = [...id].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 360, 7);
  const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
  return (
    <span className="avatar" style={{ '--hue': hue } as React.CSSProperties} aria-hidden="true">
      {image && !isBroken ? (
        <img
          src={image}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        letter
      )}
      {online && <span className="avatar-online" />}
    </span>
  );
}
