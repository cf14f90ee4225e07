import { useState } from 'react';
import { Confirm } from '../layout/confirm.js';
import { LazyMenu } from '../layout/lazy-menu.js';
import { faultText, useWords } from '../words/words.js';
import { useFriendChange } from './friends.js';

const changes = ['remove', 'block'] as const;

export function FriendMenu({ id, name }: { readonly id: string; readonly name: string }) {
  const words = useWords();
  const [asked, setAsked] = useState<(typeof changes)[number] | null>(null);
  const { mutate, error } = useFriendChange();
  const { remove, block, confirmRemove, confirmBlock, removeMeans, blockMeans } = words.friends;
  const questions = {
    remove: { title: confirmRemove(name), text: removeMeans, action: remove },
    block: { title: confirmBlock(name), text: blockMeans, action: block },
  };
  return (
    <>
      <LazyMenu
        label={words.friends.more(name)}
        actions={changes.map((change) => ({
          text: questions[change].action,
          onSelect: () => setAsked(change),
        }))}
      />
      {asked && (
        <Confirm
          {...questions[asked]}
          onConfirm={() => mutate({ change: asked, id })}
          onClose={() => setAsked(null)}
        />
      )}
      {error && (
        <span role="alert" className="fault">
          {faultText(words, error)}
        </span>
      )}
    </>
  );
}
