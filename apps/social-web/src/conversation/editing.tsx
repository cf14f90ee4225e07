import { createContext, use, useState, type ReactNode } from 'react';
import type { Message } from '../chats/chats.js';

interface Editing {
  readonly message: Message | null;
  readonly edit: (message: Message | null) => void;
}

const EditingContext = createContext<Editing>({ message: null, edit: () => {} });

/** Which message the composer changes; null while it writes a new one. */
export function EditingProvider({ children }: { readonly children: ReactNode }) {
  const [message, edit] = useState<Message | null>(null);
  return <EditingContext value={{ message, edit }}>{children}</EditingContext>;
}

export function useEditing(): Editing {
  return use(EditingContext);
}
