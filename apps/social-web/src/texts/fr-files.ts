import { several as count } from './counts.js';
import type { FilesTexts } from './en-files.js';

export const files: FilesTexts = {
  files: {
    image: count('Photo', 'photos'),
    video: count('Vidéo', 'vidéos'),
    audio: count('Audio', 'fichiers audio'),
    file: count('Fichier', 'fichiers'),
    voice: 'Message vocal',
    named: (what, name) => `${what} : ${name}`,
    gone: 'Ce fichier n’est plus là, ou plus pour vous.',
    away: 'Pas sur cet appareil : il faut le réseau.',
    broken: 'Ce navigateur ne peut pas l’afficher.',
    download: 'Télécharger',
    pictureOf: (n, all) => `${n} sur ${all}`,
    previous: 'Image précédente',
    next: 'Image suivante',
    fullSize: 'Taille réelle',
    fit: 'Ajuster à la fenêtre',
    attach: 'Joindre des fichiers',
    chosen: 'Fichiers à envoyer',
    remove: (name) => `Retirer ${name}`,
    alt: 'Ce qu’on y voit, pour qui ne le voit pas',
    tooLarge: (name, most) => `${name} dépasse ${most}.`,
    empty: (name) => `${name} est vide.`,
    unreadable: (name) => `${name} ne peut pas être lu.`,
    tooMany: (most) => `Un message a au plus ${most} fichiers.`,
    drop: 'Déposez des fichiers ici pour les envoyer',
    percent: (n) => `${n} %`,
  },
};
