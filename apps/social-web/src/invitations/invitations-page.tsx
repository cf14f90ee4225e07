import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { useMe } from '../api/account.js';
import {
  invitationsQuery,
  useNewInvitation,
  useRevocation,
  type NewInvitation,
} from '../api/invitations.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import { ErrorText, NotLoaded } from '../ui/page.js';
import { RequestButton } from '../ui/request-button.js';
import { formatTime } from '../ui/time.js';
import { UnconfirmedNotice } from '../ui/unconfirmed-notice.js';
import './invitations.css';

const QrCode = lazyComponent(() => import('./qr-code.js'));
const uses = [1, 10, 100];
const days = [1, 7, 30];

/** The own handle, and links to give to others. */
export default function InvitationsPage() {
  const { friends, invitations } = useTexts();
  const { handle } = useMe();
  return (
    <div className="page">
      <h1>{invitations.invite}</h1>
      <p>
        <Link href="/friends/all">{friends.title}</Link>
      </p>
      <UnconfirmedNotice />
      <p>
        {handle === null ? invitations.noHandle : invitations.yourHandle}{' '}
        {handle === null ? (
          <Link href="/settings">{invitations.chooseHandle}</Link>
        ) : (
          <bdi className="person-name">@{handle}</bdi>
        )}
      </p>
      <NewLink />
      <Links />
    </div>
  );
}

function NewLink() {
  const { invitations } = useTexts();
  const [wanted, setWanted] = useState<NewInvitation>({ maxUses: 1, days: 7 });
  const create = useNewInvitation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate(wanted);
  };
  return (
    <>
      <form className="invitation-form" onSubmit={submit}>
        <Choice
          label={invitations.forWhom}
          of={uses}
          value={wanted.maxUses}
          textOf={invitations.people}
          onChange={(maxUses) => setWanted({ ...wanted, maxUses })}
        />
        <Choice
          label={invitations.howLong}
          of={days}
          value={wanted.days}
          textOf={invitations.days}
          onChange={(chosen) => setWanted({ ...wanted, days: chosen })}
        />
        <RequestButton className="button button-strong" isUnderWay={create.isPending}>
          {invitations.make}
        </RequestButton>
      </form>
      <ErrorText error={create.error} />
      {create.data && <MadeLink key={create.data.id} url={create.data.url} />}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly of: readonly number[];
  readonly value: number;
  readonly textOf: (number: number) => string;
  readonly onChange: (number: number) => void;
}

function Choice({ label, of, value, textOf, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {of.map((each) => (
          <option key={each} value={each}>
            {textOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function MadeLink({ url }: { readonly url: string }) {
  const { invitations } = useTexts();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <section className="made-link" aria-label={invitations.link}>
      <div className="invitation-form">
        <label>
          {invitations.link}
          <input readOnly value={url} dir="ltr" onFocus={({ target }) => target.select()} />
        </label>
        <button className="button" onClick={() => void copy()}>
          {invitations.copy}
        </button>
      </div>
      <p role="status">
        {copied === null ? invitations.shownOnce : invitations[copied ? 'copied' : 'notCopied']}
      </p>
      <QrCode text={url} />
    </section>
  );
}

function Links() {
  const {
    texts: { invitations },
    locale,
  } = useLanguage();
  const { data, error, refetch } = useQuery(invitationsQuery);
  const revoke = useRevocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const onSuccess = () => heading.current?.focus();
  return (
    <section aria-labelledby="links">
      <h2 id="links" ref={heading} tabIndex={-1}>
        {invitations.usable}
      </h2>
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className="empty">{invitations.none}</p>}
      <ul>
        {data?.map(({ id, usesLeft, expiresAt }) => {
          const text = invitations.left(usesLeft, formatTime(expiresAt, 'moment', locale));
          return (
            <li key={id} className="invitation-row">
              <span>{text}</span>
              <RequestButton
                aria-label={`${invitations.revoke}: ${text}`}
                isUnderWay={revoke.isPending && revoke.variables === id}
                onPress={() => revoke.mutate(id, { onSuccess })}
              >
                {invitations.revoke}
              </RequestButton>
            </li>
          );
        })}
      </ul>
      <ErrorText error={revoke.error} />
    </section>
  );
}
