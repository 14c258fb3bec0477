import type { LookAction } from './looks.ts'

/** DAT-64: every action of the audit log, in the words of the administrators' register. */
export const AUDIT_ACTIONS = {
  'account.deleted': 'Eliminó su cuenta',
  'account.suspended': 'Cuenta suspendida',
  'account.restored': 'Cuenta restablecida',
  'lawyer.renamed': 'Cambió su nombre',
  'lawyer.verified': 'Verificó a un abogado',
  'lawyer.returned': 'Devolvió un perfil',
  'lawyer.name_confirmed': 'Confirmó un nombre',
  'lawyer.name_returned': 'Devolvió un nombre',
  'lawyer.plan_changed': 'Cambió de plan',
  'review.hidden': 'Reseña oculta',
  'review.shown': 'Reseña visible otra vez',
  'request.identity_asked': 'Pidió confirmar la identidad en una solicitud de datos',
  'request.extended': 'Amplió el plazo de una solicitud de datos',
  'request.granted': 'Aceptó una solicitud de datos',
  'request.partly_granted': 'Aceptó en parte una solicitud de datos',
  'request.refused': 'Rechazó una solicitud de datos',
  'file.refused': 'No pudo abrir un archivo',
  'account.not_found': 'Buscó a una persona y no la encontró',
  'lookups.stopped': 'Llegó al máximo de búsquedas de personas',
  'log.read': 'Leyó el registro',
  'id_document.viewed': 'Vio una cédula de identidad',
  'review_file.viewed': 'Vio los datos de una verificación',
  'account.found': 'Buscó a una persona y la encontró',
  'account.viewed': 'Vio los datos de una cuenta',
  'request.viewed': 'Vio una solicitud de datos',
  'report.decided': 'Decidió un reporte',
  'sanction.lifted': 'Terminó una medida',
  'sanction.kept': 'Mantuvo una suspensión',
  'appeal.confirmed': 'Mantuvo una decisión apelada',
  'appeal.revoked': 'Aceptó una apelación',
  'report.viewed': 'Vio un reporte sobre un perfil o una reseña',
  'reported_messages.viewed': 'Vio los mensajes de un reporte',
} as const satisfies Record<LookAction, string> & Record<string, string>

export type AuditAction = keyof typeof AUDIT_ACTIONS
