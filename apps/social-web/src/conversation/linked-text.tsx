import Linkify from 'linkify-react';
import { useTabIndex } from '../ui/roving-tabindex.js';

/** With http, https or no scheme; no address that opens a file or another program. */
function isWebAddress(address: string): boolean {
  if (/^https?:\/\//i.test(address)) return true;
  return !address.includes('://') && !/^mailto:/i.test(address);
}

const options = {
  defaultProtocol: 'https',
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
  // Links show their address as it was written, so a text cannot disguise where it leads.
  validate: { email: false, url: isWebAddress },
};

export default function LinkedText({ text }: { readonly text: string }) {
  const attributes = { tabIndex: useTabIndex() };
  return <Linkify options={{ ...options, attributes }}>{text}</Linkify>;
}
