import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';
import { useMe } from '../session/session.js';
import { faultText, useWords } from '../words/words.js';

/** The name under which the others see one. */
export function NameForm() {
  const words = useWords();
  const me = useMe();
  const client = useQueryClient();
  const [name, setName] = useState(me.name ?? '');
  const rename = useMutation({
    mutationFn: () => dataOf(socialApi.PATCH('/api/account', { body: { name } })),
    onSuccess(user) {
      client.setQueryData(keys.session, user);
      setName(user.name ?? '');
    },
  });

  const isDue = name.trim() !== '' && name.trim() !== me.name && !rename.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isDue) rename.mutate();
  }

  return (
    <form className="settings-row" onSubmit={submit}>
      <label className="settings-name">
        {words.settings.name}
        <input
          value={name}
          maxLength={200}
          autoComplete="name"
          onChange={({ target }) => {
            setName(target.value);
            rename.reset();
          }}
        />
      </label>
      <button className="button" aria-disabled={!isDue}>
        {words.conversation.save}
      </button>
      <span role="status" className="unseen">
        {rename.isSuccess && words.settings.nameSaved}
      </span>
      {rename.error && <span role="alert">{faultText(words, rename.error)}</span>}
    </form>
  );
}
