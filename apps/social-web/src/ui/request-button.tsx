import type { ComponentProps } from 'react';

interface RequestButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> {
  /** Whether what it asked of the server is under way. */
  readonly isUnderWay: boolean;
  /** Why else nothing can be asked now. */
  readonly isDisabled?: boolean;
  /** None where it submits a form, whose handler is the one to look at both. */
  readonly onPress?: () => void;
}

/** A button that asks something of the server: until there is a reply it shows so, keeps the focus, and takes no second press. */
export function RequestButton(props: RequestButtonProps) {
  const { isUnderWay, isDisabled = false, onPress, className = 'button', ...attributes } = props;
  const isIdle = !isUnderWay && !isDisabled;
  return (
    <button
      {...attributes}
      className={className}
      aria-disabled={!isIdle}
      aria-busy={isUnderWay}
      onClick={onPress && (() => isIdle && onPress())}
    />
  );
}
