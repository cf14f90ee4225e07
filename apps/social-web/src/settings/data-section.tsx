import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { socialApi } from '../api/social-api.js';
import { Confirm } from '../layout/confirm.js';
import { useMe } from '../session/session.js';
import { forgetDevice } from '../session/forget-device.js';
import { faultText, useWords } from '../words/words.js';

export function DataSection() {
  const words = useWords();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const { email, id } = useMe();
  const proof = email ?? id;
  const erase = useMutation({
    mutationFn: () => socialApi.DELETE('/api/account', { body: { confirm: proof } }),
    onSuccess: () => forgetDevice(client),
  });
  const { data, erase: eraseText, eraseMeans, eraseConfirm } = words.settings;
  return (
    <section aria-labelledby="settings-data">
      <h2 id="settings-data">{data}</h2>
      <div className="settings-buttons">
        <a className="button" href="/api/account/export" download="triptych.json">
          {words.settings.export}
        </a>
        <button className="button button-danger" onClick={() => setAsking(true)}>
          {eraseText}
        </button>
      </div>
      {erase.error && <p role="alert">{faultText(words, erase.error)}</p>}
      {isAsking && (
        <Confirm
          title={eraseText}
          text={eraseMeans}
          action={eraseText}
          disabled={typed.trim() !== proof}
          onConfirm={() => erase.mutate()}
          onClose={() => setAsking(false)}
        >
          <label className="dialog-field">
            {eraseConfirm(proof)}
            <input value={typed} onChange={({ target }) => setTyped(target.value)} />
          </label>
        </Confirm>
      )}
    </section>
  );
}
