import { useMutation, useQuery } from '@tanstack/react-query';
import { expiries, expiryQuery, setExpiry, type Expiry } from '../api/expiry.js';
import { useStore } from '../store/use-store.js';
import { useLanguage } from '../texts/texts.js';
import { durationText } from '../ui/duration.js';
import { ErrorText, Loading } from '../ui/page.js';
import { TitledDialog } from '../ui/titled-dialog.js';
import { useConversation } from './conversation-context.js';

/** After what time the messages of this chat end, for both. What is chosen is set at once. */
export default function ExpiryDialog({ onClose }: { readonly onClose: () => void }) {
  const { texts, locale } = useLanguage();
  const { chatId } = useConversation();
  const { seconds, isPending, error, choose } = useExpiry(chatId);
  const choices: readonly (Expiry | null)[] = [null, ...expiries];
  return (
    <TitledDialog title={texts.expiry.title} onClose={onClose}>
      <p>{texts.expiry.means}</p>
      {seconds === undefined && !error && <Loading />}
      {seconds !== undefined && (
        <fieldset className="expiry-choices" aria-busy={isPending}>
          <legend className="unseen">{texts.expiry.after}</legend>
          {choices.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="expiry"
                checked={seconds === choice}
                onChange={() => choose(choice)}
              />
              {choice === null ? texts.expiry.never : durationText(choice, locale)}
            </label>
          ))}
        </fieldset>
      )}
      <ErrorText error={error} />
    </TitledDialog>
  );
}

/** As the server has it, also before the first message; as it was chosen while that is on its way. */
function useExpiry(chatId: string) {
  const store = useStore();
  const { data, error, isFetching, refetch } = useQuery({
    ...expiryQuery(chatId),
    // Another tab, or the other one, may have changed it.
    staleTime: 0,
    gcTime: 0,
    // Without a network it says so at once.
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: false,
  });
  const change = useMutation({
    async mutationFn(seconds: Expiry | null) {
      await setExpiry(chatId, seconds);
      store.putExpiry(chatId, seconds);
      await refetch();
    },
  });
  return {
    seconds: change.isPending ? change.variables : data,
    isPending: change.isPending,
    error: change.error ?? (data === undefined && !isFetching ? error : null),
    choose: (seconds: Expiry | null) => change.mutate(seconds),
  };
}
