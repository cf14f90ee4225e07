import { useId, useState, type FormEvent } from 'react';
import { useHandleChoice, useMe } from '../api/account.js';
import { useTexts } from '../texts/texts.js';
import { errorText, useToldError } from './page.js';
import { RequestButton } from './request-button.js';

/** Chooses the public handle, or another one. */
export function HandleForm() {
  const texts = useTexts();
  const me = useMe();
  const [wanted, setWanted] = useState(me.handle ?? '');
  const choice = useHandleChoice();
  const error = useToldError(choice.error);
  const id = useId();
  const isNew = wanted.trim() !== '' && wanted.trim() !== me.handle;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isNew && !choice.isPending) choice.mutate(wanted);
  }

  return (
    <form className="handle-form" onSubmit={submit}>
      <label htmlFor={id}>{texts.handle.label}</label>
      <div className="handle-row">
        <span aria-hidden="true">@</span>
        <input
          id={id}
          value={wanted}
          dir="ltr"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== null}
          aria-describedby={`${id}-status`}
          onChange={({ target }) => {
            setWanted(target.value);
            choice.reset();
          }}
        />
        <RequestButton
          className="button button-strong"
          isUnderWay={choice.isPending}
          isDisabled={!isNew}
        >
          {texts.handle.choose}
        </RequestButton>
      </div>
      <p id={`${id}-status`} role="status" className={error ? 'fault' : 'handle-hint'}>
        {error && errorText(texts, error)}
        {choice.isSuccess && texts.handle.chosen}
        {!error && (choice.isIdle || choice.isError) && texts.handle.hint}
      </p>
    </form>
  );
}
