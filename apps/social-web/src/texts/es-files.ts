import { several as count } from './counts.js';
import type { FilesTexts } from './en-files.js';

export const files: FilesTexts = {
  files: {
    image: count('Foto', 'fotos'),
    video: count('Vídeo', 'vídeos'),
    audio: count('Audio', 'audios'),
    file: count('Archivo', 'archivos'),
    voice: 'Mensaje de voz',
    named: (what, name) => `${what}: ${name}`,
    gone: 'Este archivo ya no está, o ya no es para ti.',
    away: 'No está en este dispositivo: necesita la red.',
    broken: 'Este navegador no puede mostrarlo.',
    download: 'Descargar',
    pictureOf: (n, all) => `${n} de ${all}`,
    previous: 'Imagen anterior',
    next: 'Imagen siguiente',
    fullSize: 'Tamaño completo',
    fit: 'Ajustar a la ventana',
    attach: 'Adjuntar archivos',
    chosen: 'Archivos para enviar',
    remove: (name) => `Quitar ${name}`,
    alt: 'Qué se ve, para quien no lo ve',
    tooLarge: (name, most) => `${name} pasa de ${most}.`,
    empty: (name) => `${name} está vacío.`,
    unreadable: (name) => `${name} no se puede leer.`,
    tooMany: (most) => `Un mensaje tiene como máximo ${most} archivos.`,
    drop: 'Suelta archivos aquí para enviarlos',
    percent: (n) => `${n} %`,
  },
};
