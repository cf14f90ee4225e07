// What was just done, in a sentence, read out by screen readers, with a way to take it back where there is one. The last one
// alone is shown; it goes by itself, unless the pointer or the focus is on it.
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from './icon.js';

export interface Toast {
  readonly text: string;
  readonly undo?: () => void;
}

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Returns a function that shows what was done. */
export function useToast(): (toast: Toast) => void {
  return use(ToastContext);
}

const shownMs = 6_000;

export function Toasts({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<(Toast & { readonly number: number }) | null>(null);
  const show = useMemo(() => {
    let number = 0;
    return (toast: Toast) => setShown({ ...toast, number: ++number });
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" className="toasts">
        {shown && <ShownToast key={shown.number} toast={shown} onClose={() => setShown(null)} />}
      </div>
    </ToastContext>
  );
}

function ShownToast({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const texts = useTexts();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, onClose]);
  const undo = () => {
    toast.undo?.();
    onClose();
  };
  const held = (isIt: boolean) => () => setHeld(isIt);
  return (
    <p
      className="toast"
      onPointerEnter={held(true)}
      onPointerLeave={held(false)}
      onFocus={held(true)}
      onBlur={held(false)}
    >
      <span>{toast.text}</span>
      {toast.undo && (
        <button className="button-text" onClick={undo}>
          {texts.undo}
        </button>
      )}
      <button className="button-round" aria-label={texts.dismiss} onClick={onClose}>
        <Icon name="close" />
      </button>
    </p>
  );
}
