/** Who sees which page, and where everybody else is sent (ROU-25 to ROU-39, OPEN-07, OPEN-08). */
import { randomUUID } from 'node:crypto'
import type { Actor } from './actors.ts'
import { idOf } from './families.ts'
import type { Cell, Places } from './rows.ts'
import { grantFor } from './world.ts'

export interface PageRow {
  cases?: readonly string[]
  /** The address of a case, when it is not the route's own. */
  at?(cell: Cell): string | Promise<string>
  /** Whoever has no session is sent to /login and back unless `open`, or unless they have an answer of their own. */
  answers: Places
  open?: boolean
}

const EVERYBODY: PageRow = { answers: { others: 200 }, open: true }
const SIGNED_IN: PageRow = { answers: { others: 200 } }
/** A page for visitors. */
const DOOR: PageRow = {
  answers: { visitor: 200, expired: 200, deleted: 200, others: '/dashboard' },
  open: true,
}
const onlyFor = (...who: (Actor | 'clients' | 'verified')[]): PageRow => ({
  answers: { ...Object.fromEntries(who.map((one) => [one, 200])), others: '/dashboard' },
})

const LAWYERS = ['none', 'verified', 'under review', 'client', 'administrator', 'absent', 'no id'] as const
const lawyerOf = ({ what, world: { ids } }: Cell) =>
  ({
    none: '',
    verified: ids.paid,
    'under review': ids.adminPending,
    client: ids.clientA,
    administrator: ids.admin,
    'no id': '%3Cscript%3E',
  })[what] ?? randomUUID()

const publicProfile = (path: string): PageRow => ({
  cases: LAWYERS,
  at: (cell) => `/${path}/${lawyerOf(cell)}`,
  answers: {
    adminPending: { verified: 200, 'under review': 200, others: 404 },
    others: { verified: 200, others: 404 },
  },
  open: true,
})

/** By the path of src/routes.ts; '' is the home page. */
export const pageRows: Record<string, PageRow> = {
  '': EVERYBODY,
  login: DOOR,
  register: DOOR,
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
  'lawyer-dashboard': EVERYBODY,
  'client-dashboard': EVERYBODY,
  chat: SIGNED_IN,
  'edit-profile': SIGNED_IN,
  'edit-lawyer-profile': { answers: { verified: 200, pending: '/dashboard', others: '/edit-profile' } },
  'interview/:lawyerId': {
    cases: LAWYERS.slice(1),
    at: (cell) => `/interview/${lawyerOf(cell)}`,
    answers: { others: 200 },
  },
  'recuperar-contrasena': EVERYBODY,
  'restablecer-contrasena': EVERYBODY,
  'email-verification': EVERYBODY,
  'onboarding/verify-email': onlyFor('emailPending'),
  'onboarding/pending-review': onlyFor('adminPending'),
  // Abuse 6: a page that is opened verifies nobody, whoever opens it and whatever link they have.
  'verify-profile/:id?': {
    cases: LAWYERS,
    at: (cell) => `/verify-profile/${lawyerOf(cell)}`,
    answers: { others: 200 },
    open: true,
  },
  'admin/verify-profile': {
    cases: ['bare', 'with a lawyer', 'with a link that works'],
    at: async ({ what, world }) => {
      const query = new URLSearchParams(what === 'bare' ? {} : { p_lawyer_id: world.ids.adminPending })
      if (what === 'with a link that works') query.set('token', await grantFor(world, world.submissionId))
      return `/admin/verify-profile?${query}`
    },
    answers: { others: 200 },
    open: true,
  },
  'admin-dashboard': { answers: { admin: 200, others: '/' } },
  'case/:id': {
    cases: ['own', 'foreign', 'mismatch', 'absent', 'no id'],
    at: (cell) => `/case/${cell.what === 'no id' ? '%27or%201' : idOf(cell, 'caseId')}`,
    answers: { others: { own: 200, others: '/dashboard' } },
  },
  // Without a profile the page draws what was chosen at sign-up; sending it is refused (AUT-22).
  'submit-case': onlyFor('clients', 'noProfile'),
  'buscar-abogados': EVERYBODY,
  'buscar-ia': EVERYBODY,
  subscriptions: EVERYBODY,
  'casos-recientes': onlyFor('verified'),
  // ROU-39: also visitors.
  'find-colleagues': { answers: { verified: 200, others: '/dashboard' }, open: true },
  ayuda: EVERYBODY,
  terminos: EVERYBODY,
  privacidad: EVERYBODY,
  'correo-local': EVERYBODY,
  _ui: EVERYBODY,
  '*': { at: () => '/no-existe', answers: { others: 404 }, open: true },
}
