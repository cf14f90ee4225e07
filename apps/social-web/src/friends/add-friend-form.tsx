import { useId, useState, type FormEvent } from 'react';
import { faultText, useWords } from '../words/words.js';
import { useFriendRequest } from './friends.js';

export function AddFriendForm() {
  const words = useWords();
  const [email, setEmail] = useState('');
  const request = useFriendRequest();
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (email.trim() && !request.isPending)
      request.mutate(email, { onSuccess: () => setEmail('') });
  }

  return (
    <form className="add-friend" onSubmit={submit} noValidate>
      <label htmlFor={id}>{words.friends.add}</label>
      <div className="add-friend-row">
        <input
          id={id}
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder={words.friends.email}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            request.reset();
          }}
          aria-invalid={request.isError}
          aria-describedby={`${id}-told`}
        />
        <button className="button button-strong" aria-disabled={request.isPending}>
          {words.friends.sendRequest}
        </button>
      </div>
      <p id={`${id}-told`} role="status" className={request.isError ? 'fault' : 'told'}>
        {request.isError && faultText(words, request.error)}
        {request.isSuccess && words.friends.requestSent}
      </p>
    </form>
  );
}
