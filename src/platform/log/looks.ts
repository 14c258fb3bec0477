/** Why an administrator looks at the data of a person (DAT-35). */
export const LOOK_PURPOSES = {
  verification: 'Verificación',
  data_request: 'Solicitud de datos',
  report: 'Reporte',
  support: 'Soporte pedido por la persona',
  security: 'Seguridad',
} as const

export type LookPurpose = keyof typeof LOOK_PURPOSES

/** What is looked at, by the action of the audit log, in the words that its person reads. */
export const LOOKS = {
  'id_document.viewed': 'Tu cédula de identidad',
  'review_file.viewed': 'Los datos de tu verificación',
  'account.found': 'Que tu cuenta existe, sin sus datos',
  'account.viewed': 'Los datos de tu cuenta',
  'request.viewed': 'Tu solicitud de datos',
  'sanction.viewed': 'Una medida sobre tu cuenta y lo que respondiste',
  'report.viewed': 'Lo reportado sobre un perfil o una reseña',
  'email_change.viewed': 'El cambio de correo en disputa de tu cuenta',
  'reported_messages.viewed': 'Los mensajes de un reporte',
} as const

export type LookAction = keyof typeof LOOKS
