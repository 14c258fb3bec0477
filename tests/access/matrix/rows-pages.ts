/**
 * Matrix rows of pages: who may open each, and where others are redirected (ROU-25 to ROU-39, OPEN-07,
 * OPEN-08).
 */
import { randomUUID } from 'node:crypto'
import type { Actor } from './actors.ts'
import { idOf } from './families.ts'
import type { Cell, PageAnswers } from './rows.ts'
import { createVerifyToken } from './world.ts'

export interface PageRow {
  variants?: readonly string[]
  /** URL of a variant; by default the path of the route. */
  at?(cell: Cell): string | Promise<string>
  /** Actors without a session are redirected to /login unless `isPublic`. */
  answers: PageAnswers
  isPublic?: boolean
}

const PUBLIC: PageRow = { answers: { others: 200 }, isPublic: true }
const SIGNED_IN: PageRow = { answers: { others: 200 } }
/** A page for visitors only; others are redirected to their panel. */
const VISITORS_ONLY: PageRow = {
  answers: { visitor: 200, expired: 200, deleted: 200, others: '/dashboard' },
  isPublic: true,
}
const onlyFor = (...actors: (Actor | 'clients' | 'verified')[]): PageRow => ({
  answers: { ...Object.fromEntries(actors.map((one) => [one, 200])), others: '/dashboard' },
})

const LAWYER_VARIANTS = [
  'none',
  'verified',
  'under review',
  'client',
  'administrator',
  'absent',
  'no id',
] as const
const lawyerOf = ({ variant, world: { ids } }: Cell) =>
  ({
    none: '',
    verified: ids.paid,
    'under review': ids.adminPending,
    client: ids.clientA,
    administrator: ids.admin,
    'no id': '%3Cscript%3E',
  })[variant] ?? randomUUID()

const publicProfile = (path: string): PageRow => ({
  variants: LAWYER_VARIANTS,
  at: (cell) => `/${path}/${lawyerOf(cell)}`,
  answers: {
    adminPending: { verified: 200, 'under review': 200, others: 404 },
    others: { verified: 200, others: 404 },
  },
  isPublic: true,
})

/** By path in src/routes.ts; '' is the home page. */
export const pageRows: Record<string, PageRow> = {
  '': PUBLIC,
  login: VISITORS_ONLY,
  // No actor has a sign-in that waits for its second step.
  'segundo-paso': {
    answers: { visitor: '/login', expired: '/login', deleted: '/login', others: '/dashboard' },
    isPublic: true,
  },
  'cambio-de-correo': PUBLIC,
  'no-fui-yo': PUBLIC,
  'solicitud-de-datos': PUBLIC,
  'solicitud-de-datos/seguimiento': PUBLIC,
  'recuperar-acceso': PUBLIC,
  register: VISITORS_ONLY,
  'perfil-abogado/:id?': publicProfile('perfil-abogado'),
  'lawyer/:id?': publicProfile('lawyer'),
  'create-lawyer-profile': onlyFor('profilePending'),
  dashboard: {
    answers: {
      emailPending: '/onboarding/verify-email',
      profilePending: '/create-lawyer-profile',
      adminPending: '/onboarding/pending-review',
      admin: '/admin-dashboard',
      others: 200,
    },
  },
  'lawyer-dashboard': PUBLIC,
  'client-dashboard': PUBLIC,
  chat: SIGNED_IN,
  avisos: { answers: { admin: '/admin-dashboard', others: 200 } },
  tareas: { answers: { admin: '/admin-dashboard', others: 200 } },
  'avisos/preferencias': { answers: { admin: '/admin-dashboard', others: 200 } },
  'mis-datos': SIGNED_IN,
  'mis-datos/solicitud': SIGNED_IN,
  // A request of another person is unknown, which the page says.
  'mis-datos/solicitud/:id': { at: () => `/mis-datos/solicitud/${randomUUID()}`, answers: { others: 200 } },
  'admin/reportes': { answers: { admin: 200, others: '/' } },
  'cuenta-suspendida': SIGNED_IN,
  reportes: { answers: { admin: '/admin-dashboard', others: 200 } },
  'reporte/:id': { at: () => `/reporte/${randomUUID()}`, answers: { others: 404 } },
  plazos: PUBLIC,
  normas: PUBLIC,
  'edit-profile': SIGNED_IN,
  seguridad: SIGNED_IN,
  'edit-lawyer-profile': { answers: { verified: 200, pending: '/dashboard', others: '/edit-profile' } },
  'interview/:lawyerId': {
    variants: LAWYER_VARIANTS.slice(1),
    at: (cell) => `/interview/${lawyerOf(cell)}`,
    answers: { others: 200 },
  },
  'recuperar-contrasena': PUBLIC,
  'restablecer-contrasena': PUBLIC,
  'email-verification': PUBLIC,
  'onboarding/verify-email': onlyFor('emailPending'),
  'onboarding/pending-review': onlyFor('adminPending'),
  // Abuse 6: opening a page verifies no one, for any user and any link.
  'verify-profile/:id?': {
    variants: LAWYER_VARIANTS,
    at: (cell) => `/verify-profile/${lawyerOf(cell)}`,
    answers: { others: 200 },
    isPublic: true,
  },
  'admin/verify-profile': {
    variants: ['bare', 'with a lawyer', 'with a link that works'],
    at: async ({ variant, world }) => {
      const query = new URLSearchParams(variant === 'bare' ? {} : { p_lawyer_id: world.ids.adminPending })
      if (variant === 'with a link that works')
        query.set('token', await createVerifyToken(world, world.submissionId))
      return `/admin/verify-profile?${query}`
    },
    answers: { others: 200 },
    isPublic: true,
  },
  'admin-dashboard': { answers: { admin: 200, others: '/' } },
  'admin/personas': { answers: { admin: 200, others: '/' } },
  'admin/registro': { answers: { admin: 200, others: '/' } },
  'admin/retencion': { answers: { admin: 200, others: '/' } },
  'admin/solicitudes/:id?': { at: () => '/admin/solicitudes', answers: { admin: 200, others: '/' } },
  'case/:id': {
    variants: ['own', 'foreign', 'mismatch', 'absent', 'no id'],
    at: (cell) => `/case/${cell.variant === 'no id' ? '%27or%201' : idOf(cell, 'caseId')}`,
    answers: { others: { own: 200, others: '/dashboard' } },
  },
  'case/:id/historia': {
    variants: ['own', 'foreign', 'mismatch', 'absent', 'no id'],
    at: (cell) => `/case/${cell.variant === 'no id' ? '%27or%201' : idOf(cell, 'caseId')}/historia`,
    answers: { others: { own: 200, others: '/dashboard' } },
  },
  // Without a profile, the page shows the role of the registration; submitting is refused (AUT-22).
  'submit-case': onlyFor('clients', 'noProfile'),
  'buscar-abogados': PUBLIC,
  'buscar-ia': PUBLIC,
  subscriptions: PUBLIC,
  'casos-recientes': onlyFor('verified'),
  // ROU-39: also visitors.
  'find-colleagues': { answers: { verified: 200, others: '/dashboard' }, isPublic: true },
  ayuda: PUBLIC,
  'ayuda-gratuita': PUBLIC,
  terminos: PUBLIC,
  privacidad: PUBLIC,
  'privacidad/versiones': PUBLIC,
  'privacidad/versiones/:id': {
    variants: ['earlier', 'current', 'absent'],
    at: ({ variant }) =>
      `/privacidad/versiones/${{ earlier: 'privacidad-2025-07-02', current: 'terminos-2025-07-02' }[variant] ?? 'toString'}`,
    answers: { others: { earlier: 200, others: 404 } },
    isPublic: true,
  },
  'correo-local': PUBLIC,
  _ui: PUBLIC,
  '*': { at: () => '/no-existe', answers: { others: 404 }, isPublic: true },
}
