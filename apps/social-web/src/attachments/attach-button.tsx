import { useRef, type RefObject } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon, type IconName } from '../ui/icon.js';

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Has the focus afterwards. */
  readonly field: RefObject<HTMLElement | null>;
}

/** Opens the choice of files of the device; a phone offers its camera there as well. */
export function AttachButton(props: AttachButtonProps) {
  const { files } = useTexts();
  return <FileButton {...props} label={files.attach} icon="attach" source={{ multiple: true }} />;
}

/** Opens the camera of a phone at once. */
export function CameraButton(props: AttachButtonProps) {
  const { files } = useTexts();
  const source = { accept: 'image/*', capture: 'environment' } as const;
  return <FileButton {...props} label={files.camera} icon="camera" source={source} />;
}

/** Elsewhere the button would open the same choice of files as the one beside it. */
export function canTakePhoto(): boolean {
  return matchMedia('(pointer: coarse)').matches && 'capture' in document.createElement('input');
}

interface FileButtonProps extends AttachButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly source: {
    readonly multiple?: boolean;
    readonly accept?: string;
    readonly capture?: 'environment';
  };
}

function FileButton({ onFiles, field, label, icon, source }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button-round"
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        <Icon name={icon} />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        {...source}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
          field.current?.focus();
        }}
      />
    </>
  );
}
