/**
 * Page weight budgets: what a first visit may load, for each kind of page. Each budget is some 3 to 9 % above
 * the heaviest page of its kind. A page over its budget must load heavy parts later (`optionalLazy`,
 * `importWithRetry`, `useLazyDialog`) or belongs to another kind. Raise a budget only with a reason in its `why`. Since 2026-11-26 all
 * have 5 kB more, for React Router as it is published (docs/decisions/0009), and those for signed-in users up to four
 * requests more, for the bell (SEG-55).
 */

/** In kB (1,000 bytes), except `requests`. */
export interface PageWeight {
  requests: number
  /** JavaScript, gzip. */
  script: number
  /** Everything but fonts, brotli. */
  others: number
  /** The document only, brotli. */
  html: number
}

interface Budget extends PageWeight {
  why: string
}

export const BUDGETS = {
  landing: {
    ...{ requests: 12, script: 123, others: 131, html: 7.3 },
    why: 'docs/design.md §11: what everybody sees first, also on the slowest connection. The notice of H-08 must load before it is needed.',
  },
  text: {
    ...{ requests: 16, script: 128, others: 137, html: 9.2 },
    why: 'Text only: React, the page frame, the whole style sheet and the text. The privacy page describes all that the product does (B4).',
  },
  policy: {
    ...{ requests: 16, script: 128, others: 140, html: 10.8 },
    why: 'A text with all that article 14 ter of Ley 19.628 asks to publish, and the periods of everything kept (DAT-34).',
  },
  rules: {
    ...{ requests: 12, script: 125, others: 140, html: 16.5 },
    why: 'PLZ-42: every legal deadline with its source, in the page and in its data; the calculator loads when somebody uses it.',
  },
  textSignedIn: {
    ...{ requests: 25, script: 164, others: 169, html: 8.8 },
    why: 'Text for signed-in users: also the menu, the chat badge and the event stream, with their API calls.',
  },
  rulesSignedIn: {
    ...{ requests: 25, script: 164, others: 175, html: 17 },
    why: 'The same for signed-in users: also the menu, the chat badge and the event stream, with their API calls.',
  },
  shortForm: {
    ...{ requests: 25, script: 187, others: 189, html: 7.4 },
    why: 'One form or one message for visitors: API calls, which can ask for a proof (DAT-52), a form with its validation, and what «Registrarse» accepts (DAT-28).',
  },
  shortFormSignedIn: {
    ...{ requests: 29, script: 188, others: 189, html: 7.9 },
    why: 'One form or one message for signed-in users, with the notice of a suspended account (DAT-70) and «Confirma que eres tú» (DAT-52).',
  },
  public: {
    ...{ requests: 25, script: 170, others: 183, html: 12.2 },
    why: 'docs/design.md §11: landing pages of search engines. A full list of lawyers with filters, or a profile with reviews.',
  },
  panel: {
    ...{ requests: 43, script: 206, others: 210, html: 13 },
    why: 'Live lists with filters and forms, among them the next tasks (SEG-28), the documents to deliver and the consent about a case (DAT-29, DAT-30): users work here every day, with most of it in the cache.',
  },
  yourData: {
    ...{ requests: 46, script: 203, others: 214, html: 24 },
    why: 'A panel with all that Amparo keeps of a person (DAT-03): six sentences for each kind of data, in the page and in its data.',
  },
  chat: {
    ...{ requests: 43, script: 212, others: 212, html: 13 },
    why: 'A panel, the block of the other party (DAT-68) and the clip (SEG-71): the query of the files, with the texts of documents. Uploads, the dialog of a phone and the cards of files load on demand.',
  },
  form: {
    ...{ requests: 39, script: 224, others: 225, html: 9.2 },
    why: 'Long forms: all kinds of fields, validation, drafts, photo and documents. Crop and dialogs load on demand.',
  },
  case: {
    ...{ requests: 56, script: 263, others: 263, html: 12.4 },
    why: 'The workspace of a case: the consent of a case that is published again (DAT-30), the panel with four answers (SEG-01), four tabs, tasks with due day and checklist, uploads, its closing (SEG-36), also after an objection, what the other party asks for, and its name (SEG-31), and for its lawyer 32 kB of drag and drop, with keyboard support.',
  },
  gallery: {
    ...{ requests: 43, script: 235, others: 241, html: 17.9 },
    why: 'Every component of src/ui at once, with the rest of each chunk group (vite.config.ts); local mode only.',
  },
} satisfies Record<string, Budget>
export type PageKind = keyof typeof BUDGETS

/** By route path in src/routes.ts; '' is the home page. A pair: for visitors, and for signed-in users. */
export const KIND_OF_ROUTE: Record<string, PageKind | readonly [visitor: PageKind, signedIn: PageKind]> = {
  '': ['landing', 'textSignedIn'],
  login: 'shortForm',
  register: 'shortForm',
  'perfil-abogado/:id?': ['public', 'panel'],
  'lawyer/:id?': ['public', 'panel'],
  'create-lawyer-profile': 'form',
  dashboard: 'panel',
  'lawyer-dashboard': ['text', 'textSignedIn'],
  'client-dashboard': ['text', 'textSignedIn'],
  chat: 'chat',
  avisos: 'panel',
  tareas: 'panel',
  'avisos/preferencias': 'panel',
  'mis-datos': 'yourData',
  'mis-datos/solicitud': 'form',
  'mis-datos/solicitud/:id': 'form',
  'edit-profile': 'form',
  seguridad: 'panel',
  'cambio-de-correo': 'shortForm',
  'no-fui-yo': 'shortForm',
  'solicitud-de-datos': 'form',
  'solicitud-de-datos/seguimiento': 'form',
  'recuperar-acceso': 'shortForm',
  'segundo-paso': 'shortForm',
  'edit-lawyer-profile': 'form',
  'interview/:lawyerId': 'shortFormSignedIn',
  'recuperar-contrasena': 'shortForm',
  'restablecer-contrasena': 'shortForm',
  'email-verification': 'shortForm',
  'onboarding/verify-email': 'shortFormSignedIn',
  'onboarding/pending-review': 'textSignedIn',
  'verify-profile/:id?': ['shortForm', 'shortFormSignedIn'],
  'admin/verify-profile': ['shortForm', 'shortFormSignedIn'],
  'admin-dashboard': 'panel',
  'admin/personas': 'panel',
  'admin/registro': 'panel',
  'admin/retencion': 'panel',
  'admin/solicitudes/:id?': 'panel',
  'case/:id': 'case',
  'case/:id/historia': 'panel',
  'submit-case': 'form',
  subscriptions: ['shortForm', 'shortFormSignedIn'],
  'casos-recientes': 'panel',
  'buscar-ia': ['public', 'panel'],
  'buscar-abogados': ['public', 'panel'],
  'find-colleagues': 'panel',
  'admin/reportes': 'panel',
  reportes: 'panel',
  'reporte/:id': 'panel',
  'cuenta-suspendida': 'shortFormSignedIn',
  normas: ['text', 'textSignedIn'],
  plazos: ['rules', 'rulesSignedIn'],
  ayuda: ['text', 'textSignedIn'],
  'ayuda-gratuita': ['public', 'panel'],
  terminos: ['text', 'textSignedIn'],
  privacidad: ['policy', 'textSignedIn'],
  'privacidad/versiones': ['public', 'panel'],
  'privacidad/versiones/:id': ['text', 'textSignedIn'],
  'correo-local': ['text', 'textSignedIn'],
  _ui: 'gallery',
  '*': ['text', 'textSignedIn'],
}
