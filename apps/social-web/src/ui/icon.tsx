const paths = {
  chats: 'M4 5h16v11H9l-5 4z',
  friends:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6.5 8.5c0-3.5 3-6 6.5-6s6.5 2.5 6.5 6M16 4.5a3.2 3.2 0 0 1 0 6.3M18 13.8c2 .8 3.5 2.8 3.5 5.7',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21',
  settings:
    'M4 7h9m5 0h2M4 17h3m5 0h8M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  back: 'M15 5l-7 7 7 7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  send: 'M4 12h14m-6-6 6 6-6 6',
  down: 'M12 5v14m-6-6 6 6 6-6',
  up: 'M12 19V5m6 6-6-6-6 6',
  microphone:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8.5 5v14M15.5 5v14',
  stop: 'M7 7h10v10H7z',
  close: 'M6 6l12 12M18 6 6 18',
  archive: 'M4 5h16v4H4zM5.5 9v10h13V9M10 13h4',
  pin: 'M9 4h6l-1 6 3.5 3.5v1h-11v-1L10 10zM12 14.5V21',
  muted: 'M8.5 6.2A5.5 5.5 0 0 1 17.5 10.5V14l2 3M14.5 17h-10l2-3v-3.5M10 20.5h4M4 4l16 16',
  timer: 'M12 21a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM12 9.5v4l2.5 1.5M9.5 3h5',
  read: 'M4 12.5l5 5 11-11',
  attach:
    'M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L13 4.2a3 3 0 0 1 4.3 4.3L9.6 16a1.5 1.5 0 0 1-2.1-2.1L14 7.5',
  camera: 'M4 8h3.2l1.6-2.5h6.4L16.8 8H20v11H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z',
  emoji: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.2 14.2a4.4 4.4 0 0 0 7.6 0M9 9.5h.01M15 9.5h.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  zoom: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  fault: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5v5.5M12 16.5h.01',
} as const;

export type IconName = keyof typeof paths;

/** Hidden from assistive technology: the element around it has the name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className={`icon icon-${name}`}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
