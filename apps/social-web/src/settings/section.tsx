import type { ReactNode, Ref } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** The heading gets the focus when the button that had it is gone. */
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

export function Section({ id, title, heading, children }: SectionProps) {
  return (
    <section aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`} ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  /** It stands where it was put, and what that asks of the server has no reply yet. */
  readonly isUnderWay?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, isUnderWay = false, onChange }: SwitchProps) {
  return (
    <label className="settings-row">
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-busy={isUnderWay}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
