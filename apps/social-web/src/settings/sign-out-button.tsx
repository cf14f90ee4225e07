import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readOutbox } from '../conversation/outbox-storage.js';
import { Confirm } from '../layout/confirm.js';
import { forgetDevice } from '../session/forget-device.js';
import { useMe } from '../session/session.js';
import { signOut } from '../session/sign-in.js';
import { faultText, useWords } from '../words/words.js';

/** What still waits to be sent would go with the session, so that is asked about first. */
export function SignOutButton() {
  const words = useWords();
  const me = useMe();
  const client = useQueryClient();
  const [unsent, setUnsent] = useState(0);
  const { mutate, error } = useMutation({
    mutationFn: signOut,
    // At the press, with or without a connection: waiting for one would look like nothing had happened.
    networkMode: 'always',
    onSuccess: () => forgetDevice(client),
  });
  const leave = () => {
    const waiting = readOutbox(me.id).length;
    if (waiting > 0) setUnsent(waiting);
    else mutate();
  };
  return (
    <>
      <button className="button" onClick={leave}>
        {words.settings.signOut}
      </button>
      {error && <p role="alert">{faultText(words, error)}</p>}
      {unsent > 0 && (
        <Confirm
          title={words.settings.unsent(unsent)}
          text={words.settings.unsentMeans}
          action={words.settings.signOut}
          onConfirm={() => mutate()}
          onClose={() => setUnsent(0)}
        />
      )}
    </>
  );
}
