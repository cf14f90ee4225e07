import Linkify from 'linkify-react';

const options = {
  defaultProtocol: 'https',
  target: '_blank',
  rel: 'noopener noreferrer nofollow ugc',
  // The address is shown as it was written, so that it cannot say one thing and mean another.
  validate: { email: false },
};

export default function LinkedText({ text }: { readonly text: string }) {
  return <Linkify options={options}>{text}</Linkify>;
}
