import type { PostPoll } from './post.js';
import type { Words } from './words.js';

/** Results of a poll, each option with its share; nothing to vote with. */
export function PostPollResults({
  poll,
  words,
}: {
  readonly poll: PostPoll;
  readonly words: Words;
}) {
  const { messages } = words;
  return (
    <section class="poll" aria-label={messages.poll}>
      <ul>
        {poll.options.map((option, index) => {
          const share = shareOf(option.votes, poll.base);
          return (
            // The whole row runs as its label does: share and bar, too.
            <li key={index} dir="auto">
              <span>{option.label}</span>
              {share !== null && <span>{words.percent(share)}</span>}
              {share !== null && <progress value={share} aria-hidden="true" />}
            </li>
          );
        })}
      </ul>
      <div class="soft">
        {poll.base !== null && words.count(poll.counted, poll.base)}
        {poll.base !== null && (poll.final || poll.endsAt !== null) && ' · '}
        {poll.final ? messages.finalResults : <PollEnd poll={poll} words={words} />}
      </div>
    </section>
  );
}

function PollEnd({ poll, words }: { readonly poll: PostPoll; readonly words: Words }) {
  if (poll.endsAt === null) return null;
  return (
    <>
      {words.messages.endsAt}{' '}
      <time datetime={poll.endsAt.toISOString()}>{words.moment(poll.endsAt)}</time>
    </>
  );
}

function shareOf(votes: number | null, base: number | null): number | null {
  if (votes === null || base === null) return null;
  return base === 0 ? 0 : Math.min(1, votes / base);
}
