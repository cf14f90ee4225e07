import { several as count } from './counts.js';
import type { FilesTexts } from './en-files.js';

export const files: FilesTexts = {
  files: {
    image: count('Foto', 'Fotos'),
    video: count('Video', 'Videos'),
    audio: count('Audio', 'Audiodateien'),
    file: count('Datei', 'Dateien'),
    voice: 'Sprachnachricht',
    named: (what, name) => `${what}: ${name}`,
    gone: 'Diese Datei ist nicht mehr da oder nicht mehr für dich.',
    away: 'Nicht auf diesem Gerät: braucht das Netz.',
    broken: 'Dieser Browser kann das nicht wiedergeben.',
    download: 'Herunterladen',
    pictureOf: (n, all) => `${n} von ${all}`,
    previous: 'Voriges Bild',
    next: 'Nächstes Bild',
    fullSize: 'Volle Größe',
    fit: 'Ins Fenster einpassen',
    attach: 'Dateien anhängen',
    chosen: 'Dateien zum Senden',
    remove: (name) => `${name} entfernen`,
    alt: 'Was zu sehen ist, für alle, die es nicht sehen',
    tooLarge: (name, most) => `${name} ist größer als ${most}.`,
    empty: (name) => `${name} ist leer.`,
    unreadable: (name) => `${name} lässt sich nicht lesen.`,
    tooMany: (most) => `Eine Nachricht hat höchstens ${most} Dateien.`,
    drop: 'Dateien hier ablegen, um sie zu senden',
    percent: (n) => `${n} %`,
  },
};
