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

export function Switch(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="settings-row">
      {props.label}
      <input
        type="checkbox"
        role="switch"
        checked={props.isOn}
        onChange={({ target }) => props.onChange(target.checked)}
      />
    </label>
  );
}
