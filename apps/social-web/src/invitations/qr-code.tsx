import encodeQR from 'qr';
import { useTexts } from '../texts/texts.js';

/** Dark on light in both themes, with the margin of four modules that readers need. */
export default function QrCode({ text }: { readonly text: string }) {
  const { invitations } = useTexts();
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={invitations.qrCode}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path fill="#000" d={path.join('')} />
    </svg>
  );
}
