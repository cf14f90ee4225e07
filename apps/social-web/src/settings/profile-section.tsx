import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useHandleRemoval, useMe } from '../api/account.js';
import { dataOf, socialApi } from '../api/client.js';
import { clearDevice, leaveDevice } from '../api/device-owner.js';
import { keys } from '../api/query-cache.js';
import { signOut } from '../api/sign-out.js';
import { startNotifications } from '../live/device-notifications.js';
import { endShownNotifications } from '../live/notifications.js';
import { useTexts } from '../texts/texts.js';
import { HandleForm } from '../ui/handle-form.js';
import { Confirm } from '../ui/menu.js';
import { ErrorText } from '../ui/page.js';
import { Avatar, personName } from '../ui/person.js';
import { RequestButton } from '../ui/request-button.js';
import { UnconfirmedNotice } from '../ui/unconfirmed-notice.js';
import { Section } from './section.js';
import { useHasUnsent } from './unsent.js';

export function ProfileSection() {
  const texts = useTexts();
  const me = useMe();
  const name = personName(me, texts);
  return (
    <Section id="profile" title={texts.settings.profile}>
      <div className="settings-me">
        <Avatar person={me} name={name} />
        <p>
          <bdi className="person-name">{name}</bdi>
          <br />
          <bdi className="person-note">{me.email}</bdi>
          {me.handle !== null && <bdi className="person-note"> @{me.handle}</bdi>}
        </p>
        <SignOutButton />
      </div>
      <NameForm />
      <UnconfirmedNotice />
      <HandleForm key={me.handle} />
      <HandleRemoval />
    </Section>
  );
}

function HandleRemoval() {
  const { handle } = useTexts();
  const me = useMe();
  const [isAsked, setAsked] = useState(false);
  const { mutate, error, isPending } = useHandleRemoval();
  return (
    <>
      {me.handle !== null && (
        <RequestButton isUnderWay={isPending} onPress={() => setAsked(true)}>
          {handle.remove}
        </RequestButton>
      )}
      {isAsked && (
        <Confirm
          title={handle.remove}
          text={handle.removeMeans}
          action={handle.remove}
          onConfirm={() => mutate(undefined)}
          onClose={() => setAsked(false)}
        />
      )}
      <ErrorText error={error} />
    </>
  );
}

/** Signing out deletes what is on this device alone, so it asks first when there is something. */
function SignOutButton() {
  const { settings } = useTexts();
  const me = useMe();
  const client = useQueryClient();
  const hasUnsent = useHasUnsent();
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      leaveDevice(() => {
        endShownNotifications();
        return signOut(me.id);
      }),
    onSuccess: () => clearDevice(client, me.id),
    // They are signed in still, and notified as before.
    onError: () => void startNotifications(me.id).catch(() => {}),
  });
  const decide = (isThere: boolean) => (isThere ? setAsking(true) : mutate());
  const leave = () => {
    const isThere = hasUnsent();
    if (typeof isThere === 'boolean') decide(isThere);
    else void isThere.then(decide);
  };
  return (
    <>
      <RequestButton isUnderWay={isPending} onPress={leave}>
        {settings.signOut}
      </RequestButton>
      <ErrorText error={error} />
      {isAsking && (
        <Confirm
          title={settings.unsent}
          text={settings.unsentMeans}
          action={settings.signOut}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Changes the name that others see. */
function NameForm() {
  const { conversation, settings } = useTexts();
  const me = useMe();
  const client = useQueryClient();
  // Until something is typed, the name is shown that another device may give.
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? me.name ?? '';
  const rename = useMutation({
    mutationFn: () => dataOf(socialApi.PATCH('/api/account', { body: { name } })),
    onSuccess(user) {
      client.setQueryData(keys.session, user);
      setTyped(null);
    },
  });

  const canSave = name.trim() !== '' && name.trim() !== me.name;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSave && !rename.isPending) rename.mutate();
  }

  return (
    <form className="settings-row" onSubmit={submit}>
      <label className="settings-name">
        {settings.name}
        <input
          value={name}
          maxLength={200}
          autoComplete="name"
          onChange={({ target }) => {
            setTyped(target.value);
            rename.reset();
          }}
        />
      </label>
      <RequestButton isUnderWay={rename.isPending} isDisabled={!canSave}>
        {conversation.save}
      </RequestButton>
      <span role="status" className="unseen">
        {rename.isSuccess && settings.nameSaved}
      </span>
      <ErrorText error={rename.error} />
    </form>
  );
}
