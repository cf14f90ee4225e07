import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../api/account.js';
import { useTexts } from '../texts/texts.js';

/** Says that nobody finds one by the e-mail address, and what others can use instead. */
export function UnconfirmedNotice() {
  const { handle } = useTexts();
  const { data } = useQuery(accountQuery);
  return data?.emailConfirmed === false ? <p className="notice">{handle.unconfirmed}</p> : null;
}
