import { createContext, use, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Message } from '../chats/chats.js';

interface Editing {
  readonly message: Message | null;
  readonly edit: (message: Message | null) => void;
  /** Where one writes, a new message or a changed one. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

const EditingContext = createContext<Editing | null>(null);

/** Which message the composer changes; null while it writes a new one. */
export function EditingProvider({ children }: { readonly children: ReactNode }) {
  const [message, edit] = useState<Message | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  return <EditingContext value={{ message, edit, field }}>{children}</EditingContext>;
}

export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('outside of EditingProvider');
  return editing;
}
