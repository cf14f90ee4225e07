import { CardLink, OutLink } from './links.js';
import type { Words } from './locale.js';
import { MediaGrid } from './media-grid.js';
import { NetworkMark } from './network-mark.js';
import { usePicturePath } from './place.js';
import { PostFooter } from './post-footer.js';
import type { Verified } from './messages.js';
import {
  machineTime,
  type Network,
  type Post,
  type PostAuthor,
  postLabel,
  type PostPoll,
  type SnapshotNote,
  snapshotWords,
} from './post.js';
import { readable } from './readable-text.js';

interface PostProps {
  readonly post: Post;
  readonly words: Words;
}

/** A post with all that belongs to it; a quoted one nests inside. */
export function PostArticle({
  post,
  words,
  isQuoted = false,
}: PostProps & { readonly isQuoted?: boolean }) {
  const { messages } = words;
  const network = isQuoted || post.isBeside ? null : post.network;
  return (
    <article class="post" aria-label={post.isBeside ? undefined : postLabel(post, words)}>
      {post.snapshot && <SnapshotLine note={post.snapshot} words={words} />}
      {post.isUnconfirmed && (
        <div class="soft">
          <OutLink href={post.permalink}>{messages.accordingTo(post.place)}</OutLink>
        </div>
      )}
      {post.context && (
        <div class="soft" dir="auto">
          {post.context}
        </div>
      )}
      {post.author && <AuthorLine author={post.author} network={network} words={words} />}
      {post.reply && <ReplyLine post={post} words={words} />}
      {post.warning ? (
        <details>
          <summary>
            <span class="hidden">{messages.contentWarning}: </span>
            <span dir="auto">{post.warning}</span>
          </summary>
          <div>
            <PostBody post={post} words={words} />
          </div>
        </details>
      ) : (
        <PostBody post={post} words={words} />
      )}
      <PostFooter post={post} words={words} isQuoted={isQuoted} />
    </article>
  );
}

function SnapshotLine({ note, words }: { readonly note: SnapshotNote; readonly words: Words }) {
  const { takenAt } = note;
  return (
    <div class="soft snapshot" role="note">
      {snapshotWords(note, words)}{' '}
      <time datetime={takenAt.toISOString()}>{words.moment(takenAt)}</time>
    </div>
  );
}

interface AuthorLineProps {
  readonly author: PostAuthor;
  /** Whose mark stands beside it; `null`: none. */
  readonly network: Network | null;
  readonly words: Words;
}

function AuthorLine({ author, network, words }: AuthorLineProps) {
  const { messages } = words;
  const pathOf = usePicturePath();
  const lines = (
    <>
      <bdi class="name">{author.name}</bdi>
      {author.verified && (
        <VerifiedMark kind={author.verified} label={messages.verified[author.verified]} />
      )}
    </>
  );
  // A link of no name is one that nobody can find, nor tell from others.
  const isNamed = readable(author.plainName) !== null;
  return (
    <header class="author">
      {author.avatar && (
        // Its size is in the sheet.
        <img
          class={author.square ? 'avatar square' : 'avatar'}
          src={pathOf(author.avatar)}
          alt=""
        />
      )}
      <div>
        {author.href && isNamed ? <OutLink href={author.href}>{lines}</OutLink> : lines}
        <div class="soft">
          {author.handle && <bdi>{author.handle}</bdi>}
          {author.bot && ` · ${messages.bot}`}
        </div>
      </div>
      {network && <NetworkMark network={network} />}
    </header>
  );
}

function VerifiedMark({ kind, label }: { readonly kind: Verified; readonly label: string }) {
  return (
    <span class={`name ${kind}`}>
      {' '}
      <svg viewBox="0 0 24 24" role="img" aria-label={label}>
        <path d="M12 1 15 4h4v4l3 4-3 4v4h-4l-3 3-3-3H5v-4l-3-4 3-4V4h4zm-1.6 15.6 7-7-1.5-1.5-5.5 5.5-2.4-2.4-1.5 1.5z" />
      </svg>
    </span>
  );
}

function ReplyLine({ post, words }: PostProps) {
  const { handle, href } = post.reply ?? { handle: null, href: null };
  const text = handle ? words.messages.replyingTo(handle) : words.messages.replyingToPost;
  return <div class="soft">{href ? <OutLink href={href}>{text}</OutLink> : text}</div>;
}

function PostBody({ post, words }: PostProps) {
  const { messages } = words;
  const media = <MediaGrid media={post.media} words={words} />;
  return (
    <>
      {post.text && (
        <div class={post.plain ? 'text plain' : 'text'} lang={post.lang} dir="auto">
          {post.text}
        </div>
      )}
      {post.more && (
        <details>
          <summary>{messages.showMore}</summary>
          <div class="text" lang={post.lang} dir="auto">
            {post.more}
          </div>
        </details>
      )}
      {post.cut && <OutLink href={post.permalink}>{messages.showMore}</OutLink>}
      {post.poll && <PostPollResults poll={post.poll} words={words} />}
      {post.mediaSensitive && post.media.length > 0 && !post.warning ? (
        <details>
          <summary>{messages.sensitiveMedia}</summary>
          <div>{media}</div>
        </details>
      ) : (
        media
      )}
      {post.card && <CardLink card={post.card} />}
      {post.record && <CardLink card={post.record} />}
      {post.quoteGap && <div class="post soft">{post.quoteGap}</div>}
      {post.quote && <PostArticle post={post.quote} words={words} isQuoted />}
    </>
  );
}

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
    <div class="poll" role="group" aria-label={messages.poll}>
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
    </div>
  );
}

function PollEnd({ poll, words }: { readonly poll: PostPoll; readonly words: Words }) {
  if (poll.endsAt === null) return null;
  return (
    <>
      {words.messages.endsAt}{' '}
      <time datetime={machineTime(poll.endsAt)}>{words.dayOrMoment(poll.endsAt)}</time>
    </>
  );
}

function shareOf(votes: number | null, base: number | null): number | null {
  if (votes === null || base === null) return null;
  return base === 0 ? 0 : Math.min(1, votes / base);
}
