import type { Messages } from '../messages.js';

export const es: Messages = {
  direction: 'ltr',
  subject: (host) => `Confirme su dirección de correo para ${host}`,
  reason: (host) => `Alguien ha indicado esta dirección de correo en ${host}.`,
  open: 'Si fue usted, abra esta página y confirme allí la dirección:',
  ends: 'El enlace es válido durante 24 horas y una sola vez.',
  ignore: 'Si no fue usted, no tiene que hacer nada.',
  confirm: 'Confirmar la dirección',
  ask: (host) => `¿Es suya esta dirección de correo y la ha indicado en ${host}?`,
  done: 'La dirección está confirmada',
  doneMore: 'Puede cerrar esta página.',
  invalid: 'Este enlace no es válido o ya no lo es',
  invalidMore:
    'Si ya ha confirmado la dirección, no queda nada por hacer. Si no, pida otro correo.',
};
