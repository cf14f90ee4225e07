import { useFriendChange } from '../api/friends.js';
import { useTexts } from '../texts/texts.js';
import { Menu } from '../ui/menu.js';

export function FriendMenu({ id, name }: { readonly id: string; readonly name: string }) {
  const { friends } = useTexts();
  const { mutate, error } = useFriendChange();
  const actions = [
    {
      text: friends.remove,
      confirm: { title: friends.confirmRemove(name), text: friends.removeMeans },
      onSelect: () => mutate({ change: 'remove', id }),
    },
    {
      text: friends.block,
      confirm: { title: friends.confirmBlock(name), text: friends.blockMeans },
      onSelect: () => mutate({ change: 'block', id }),
    },
  ];
  return <Menu label={friends.more(name)} actions={actions} error={error} />;
}
