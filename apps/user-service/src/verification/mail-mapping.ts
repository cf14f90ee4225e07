import type { Language } from '../languages/languages.js';
import { escapeHtml } from './markup-mapping.js';
import { catalogues } from './messages.js';

/** What a mail says, in plain text and in HTML. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * The mail for a link. It holds nothing that whoever registered has written, neither name nor address: otherwise anybody
 * could have us send their words to anybody (ADR 0060).
 *
 * @param publicUrl without a slash at its end
 */
export function mailWithLink(publicUrl: string, secret: string, language: Language): MailContent {
  const messages = catalogues[language];
  const { host } = new URL(publicUrl);
  const url = `${publicUrl}/users/verification/${secret}`;
  const paragraphs = [messages.reason(host), messages.open, url, messages.ends, messages.ignore];
  return {
    subject: messages.subject(host),
    text: `${paragraphs.join('\n\n')}\n`,
    html: toHtml(language, host, url),
  };
}

/** A button that is a link in a table, since mail clients know little else; the address below it, for those that show none. */
function toHtml(language: Language, host: string, url: string): string {
  const { direction, subject, reason, open, ends, ignore, confirm } = catalogues[language];
  const href = escapeHtml(url);
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(subject(host))}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5">
${paragraph(reason(host))}
${paragraph(open)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>
<td style="background:#1a5fb4;border-radius:4px"><a href="${href}" style="display:inline-block;padding:12px 20px;color:#ffffff;text-decoration:none">${escapeHtml(confirm)}</a></td>
</tr></table>
<p dir="ltr" style="margin:0 0 16px;word-break:break-all"><a href="${href}">${href}</a></p>
${paragraph(ends)}
${paragraph(ignore)}
</body>
</html>
`;
}
