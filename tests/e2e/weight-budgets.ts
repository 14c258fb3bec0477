/**
 * What each kind of page may ask for when somebody comes to it for the first time: some 3 to 9 % above the heaviest page
 * of the kind as it was on 2026-11-22 (the requests of those who are signed in: 2026-11-24). A page that grows past it
 * fetches what is heavy later (`softLazy`, `fetched`, `useFetchedDialog`), or is of another kind; a budget is raised only
 * with a reason that stands here.
 */

/** kB (1,000 bytes) but for the requests. */
export interface Weight {
  requests: number
  /** JavaScript, gzip. */
  script: number
  /** Everything but fonts, brotli. */
  others: number
  /** The document alone, brotli. */
  html: number
}

interface Budget extends Weight {
  why: string
}

export const KINDS = {
  landing: {
    ...{ requests: 12, script: 118, others: 117, html: 7.3 },
    why: 'DESIGN §13: the first thing that anybody sees, on the worst line. The notice of H-08 must be there before it is needed.',
  },
  words: {
    ...{ requests: 16, script: 123, others: 132, html: 9.2 },
    why: 'Only read: React, the frame, the whole style sheet and the words: the privacy page says all that the product does (B4).',
  },
  member: {
    ...{ requests: 24, script: 159, others: 164, html: 8.8 },
    why: 'The same for somebody signed in: the menu, the badge of the chat and the live stream come with their calls.',
  },
  door: {
    ...{ requests: 25, script: 179, others: 181, html: 7.4 },
    why: 'One form or one answer for visitors: calls to the API, a form with its rules.',
  },
  step: {
    ...{ requests: 29, script: 181, others: 184, html: 7.9 },
    why: 'One form or one answer for somebody signed in.',
  },
  public: {
    ...{ requests: 25, script: 165, others: 178, html: 12.2 },
    why: 'DESIGN §11: where search engines lead. A full list of lawyers with its filters, or a profile with reviews.',
  },
  panel: {
    ...{ requests: 34, script: 197, others: 201, html: 13 },
    why: 'Lists that live, filters and forms within: where one works every day, with most of it in the cache.',
  },
  form: {
    ...{ requests: 37, script: 219, others: 220, html: 9.2 },
    why: 'Long forms: all kinds of fields, their rules, drafts, photo and papers. Crop and dialogs come with a press.',
  },
  case: {
    ...{ requests: 45, script: 236, others: 236, html: 9.7 },
    why: 'The workspace of a case: four tabs, uploads, and for its lawyer 32 kB that drag tasks, by keyboard too.',
  },
  gallery: {
    ...{ requests: 39, script: 218, others: 226, html: 17.9 },
    why: 'Every piece of src/ui at once, with the rest of each group of files (vite.config.ts); local mode only.',
  },
} satisfies Record<string, Budget>
export type Kind = keyof typeof KINDS

/** By the path of src/routes.ts, '' is the home page. Two: for visitors, and for somebody signed in. */
export const KIND_OF: Record<string, Kind | readonly [visitor: Kind, signedIn: Kind]> = {
  '': ['landing', 'member'],
  login: 'door',
  register: 'door',
  'perfil-abogado/:id?': ['public', 'panel'],
  'lawyer/:id?': ['public', 'panel'],
  'create-lawyer-profile': 'form',
  dashboard: 'panel',
  'lawyer-dashboard': ['words', 'member'],
  'client-dashboard': ['words', 'member'],
  chat: 'panel',
  'edit-profile': 'form',
  'edit-lawyer-profile': 'form',
  'interview/:lawyerId': 'step',
  'recuperar-contrasena': 'door',
  'restablecer-contrasena': 'door',
  'email-verification': 'door',
  'onboarding/verify-email': 'step',
  'onboarding/pending-review': 'member',
  'verify-profile/:id?': ['door', 'step'],
  'admin/verify-profile': ['door', 'step'],
  'admin-dashboard': 'panel',
  'case/:id': 'case',
  'submit-case': 'form',
  subscriptions: ['door', 'step'],
  'casos-recientes': 'panel',
  'buscar-ia': ['public', 'panel'],
  'buscar-abogados': ['public', 'panel'],
  'find-colleagues': 'panel',
  ayuda: ['words', 'member'],
  terminos: ['words', 'member'],
  privacidad: ['words', 'member'],
  'correo-local': ['words', 'member'],
  _ui: 'gallery',
  '*': ['words', 'member'],
}
