import Linkify from 'linkify-react';
import { useTabIndex } from '../layout/roving.js';

/** With http or without any scheme; nothing that opens a file or another program. */
function isOfTheWeb(address: string): boolean {
  if (/^https?:\/\//i.test(address)) return true;
  return !address.includes('://') && !/^mailto:/i.test(address);
}

const options = {
  defaultProtocol: 'https',
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
  // The address is shown as it was written, so that it cannot say one thing and mean another.
  validate: { email: false, url: isOfTheWeb },
};

export default function LinkedText({ text }: { readonly text: string }) {
  const attributes = { tabIndex: useTabIndex() };
  return <Linkify options={{ ...options, attributes }}>{text}</Linkify>;
}
