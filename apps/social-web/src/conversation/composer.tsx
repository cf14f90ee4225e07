import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSearch } from 'wouter';
import { newId } from '../api/new-id.js';
import { serverNow } from '../api/server-clock.js';
import { AttachButton, CameraButton, canTakePhoto } from '../attachments/attach-button.js';
import { toChosen, toQueuedFile, type ChosenFile } from '../attachments/chosen-files.js';
import { useChosenFiles, useDroppedFiles, type Choosing } from '../attachments/use-chosen-files.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { newestOwn } from '../store/messages.js';
import type { SentMessage } from '../store/queue-model.js';
import { useQueue } from '../store/use-queue.js';
import { useStore } from '../store/use-store.js';
import { sendFiles, useUnsent } from '../store/use-unsent.js';
import { useTexts } from '../texts/texts.js';
import { hasKeyboard } from '../ui/keyboard.js';
import { lazyComponent } from '../ui/lazy.js';
import { RecordButton } from '../voice/record-button.js';
import { canRecord } from '../voice/recorded-type.js';
import { useConversation } from './conversation-context.js';
import { EditForm } from './edit-form.js';
import { useTypingSignal } from './read-and-typing.js';
import { ReplyBar } from './reply-bar.js';
import { TextForm } from './text-form.js';
import { useDraft } from './use-draft.js';

const RecordingBar = lazyComponent(() => import('../voice/recording-bar.js'));
const ChosenList = lazyComponent(() => import('../attachments/chosen-list.js'));

export function Composer() {
  const { chatId, edited } = useConversation();
  const choosing = useChosenFiles(chatId);
  const isDropping = useDroppedFiles(edited ? null : choosing.add);
  const { files } = useTexts();
  return (
    <div className="composer">
      {isDropping && <p className="composer-drop">{files.drop}</p>}
      {edited ? <EditForm key={edited.id} message={edited} /> : <NewForm choosing={choosing} />}
    </div>
  );
}

function NewForm({ choosing }: { readonly choosing: Choosing }) {
  const texts = useTexts();
  const queue = useQueue();
  const store = useStore();
  const { chatId, name, edit, deadlinesOf, replyTo, reply, field } = useConversation();
  const { chosen, faults, add, limit } = choosing;
  const [isRecording, setRecording] = useState(false);
  const unsent = useUnsent();
  const draft = useDraft();
  const { text } = draft;
  const replyId = useId();
  useFocusOnReply();
  const signalTyping = useTypingSignal(chatId);
  // A message that a search led to has the focus.
  const isAtMessage = new URLSearchParams(useSearch()).has('at');

  function change(next: string): void {
    draft.change(next);
    signalTyping(next.trim() !== '');
  }

  function send(sent: string): void {
    const name = draft.take();
    const taken = choosing.take(chosen);
    signalTyping(false);
    stopReply();
    // Another tab may have sent the same a moment ago.
    const other = queue.find(name)?.change;
    const isSent = other?.kind === 'send' && other.text === sent;
    if (taken.length === 0 && (isSent || sent.trim() === '')) return;
    const message = {
      ...{ kind: 'send' as const, clientId: other ? newId() : name, text: isSent ? '' : sent },
      ...(replyTo && { replyTo }),
    };
    if (taken.length === 0) queue.add(chatId, message);
    else queueWith(taken, message);
  }

  /** By itself: what has been written elsewhere meanwhile is a draft still. */
  function sendSpoken(spoken: File): void {
    const message = {
      kind: 'send' as const,
      clientId: newId(),
      text: '',
      ...(replyTo && { replyTo }),
    };
    stopReply();
    queueWith([toChosen(spoken)], message);
  }

  function queueWith(taken: readonly ChosenFile[], message: SentMessage): void {
    const files = taken.map(toQueuedFile);
    const bytes = new Map(taken.map(({ id, file }) => [id, file]));
    sendFiles(queue, unsent.files, { chatId, message: { ...message, files }, bytes });
  }

  function stopReply(): void {
    if (replyTo) reply?.(null);
  }

  function editNewest(): void {
    const newest = newestOwn(store.messagesOf(chatId), store.me);
    if (newest && serverNow() < deadlinesOf(newest).editUntil) edit(newest);
  }

  return (
    <>
      <LeftEdit />
      {replyTo && <ReplyBar target={replyTo} id={replyId} onStop={stopReply} />}
      {(chosen.length > 0 || faults.length > 0) && (
        <ChosenList choosing={choosing} onEmpty={() => field.current?.focus()} />
      )}
      {isRecording && add ? (
        <RecordingBar
          most={limit?.most ?? null}
          // The list says of an empty one that it is.
          onSend={(voice) => (voice.size > 0 ? sendSpoken(voice) : add([voice]))}
          onKeep={(voice) => add([voice])}
          onOver={() => setRecording(false)}
        />
      ) : (
        <TextForm
          label={texts.conversation.write(name)}
          describedBy={replyTo ? replyId : undefined}
          action={texts.conversation.send}
          text={text}
          onText={change}
          before={
            add && (
              <div className="composer-tools">
                <AttachButton onFiles={add} field={field} />
                {text === '' && canTakePhoto() && <CameraButton onFiles={add} field={field} />}
                {text === '' && canRecord() && <RecordButton onPress={() => setRecording(true)} />}
              </div>
            )
          }
          hasMore={chosen.length > 0}
          onFiles={add}
          onSubmit={send}
          autoFocus={hasKeyboard && !isAtMessage}
          onUp={editNewest}
          onEscape={stopReply}
        />
      )}
    </>
  );
}

/** Another edit, a reply, or another tab has taken the place of one that was begun: it is there still. */
function LeftEdit() {
  const { conversation } = useTexts();
  const { chatId, edit } = useConversation();
  const edits = useChangedEdits();
  const isLeft = useSyncExternalStore(edits.subscribe, () => edits.lastOf(chatId) !== null);
  if (!isLeft) return null;
  return (
    <p className="composer-editing">
      {conversation.editLeft}
      <button className="button-text" onClick={() => edit(edits.lastOf(chatId))}>
        {conversation.goOn}
      </button>
    </p>
  );
}

/** Whoever chooses to reply goes on in the field. */
function useFocusOnReply(): void {
  const { replyTo, isReplyChosen, field } = useConversation();
  const before = useRef(replyTo);
  useLayoutEffect(() => {
    const isChosen = isReplyChosen && replyTo !== null && replyTo !== before.current;
    before.current = replyTo;
    if (isChosen) field.current?.focus();
  }, [replyTo, isReplyChosen, field]);
}
