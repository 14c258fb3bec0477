/**
 * The structure of the code base as data, for `.dependency-cruiser.mjs` and `check-structure.ts`
 * (docs/architecture.md).
 */

/** The slices in order: each may import only those before it. */
export const slices = [
  'consents',
  'accounts',
  'safe-contact',
  'notices',
  'security',
  'lawyers',
  'guidance',
  'onboarding',
  'verification',
  'plans',
  'cases',
  'deadlines',
  'progress',
  'chat',
  'quick-replies',
  'market',
  'documents',
  'proposals',
  'open-cases',
  'closings',
  'workspace',
  'calendar',
  'reviews',
  'search',
  'interview',
  'moderation',
  'privacy',
  'console',
  'account-deletion',
] as const

export type Slice = (typeof slices)[number]

/** The parts of src/platform: folders (`rpc/…`) or single files (`llm.server.ts`). */
export const platformParts = [
  'config',
  'database',
  'http',
  'mail',
  'files',
  // Encryption at rest: also for columns, so it is no part of files.
  'keys',
  'notices',
  // The rules by which data is deleted, of all slices.
  'retention',
  // iCalendar text; in platform because several slices have days that calendars show.
  'calendar',
  'realtime',
  'jobs',
  'rpc',
  'query',
  'routing',
  'flash',
  'drafts',
  'errors',
  'log',
  'session',
  'llm',
  // The types of the inventory of personal data, and the entries of the technical base (DAT-02).
  'personal-data',
] as const

export type PlatformPart = (typeof platformParts)[number]

/** The folders of the composition root: no slice, route or browser file imports them. */
export const serverFolders = ['server', 'embedded-postgres', 'backup', 'demo-data'] as const

/** The folders and files that src/ may contain. */
export const sourceFolders = [
  'routes',
  'capabilities',
  'site',
  'ui',
  'chile',
  'input',
  'platform',
  ...serverFolders,
] as const
/** Folders with few public files: the rest of src imports only these. */
export const closedFolders: Readonly<Record<string, readonly string[]>> = {
  'src/embedded-postgres/': ['database.ts', 'folder-lock.ts'],
  'src/backup/': ['backup.ts', 'encryption.ts', 'manifest.ts', 'restore.ts'],
  'src/demo-data/': ['demo.ts', 'demo-accounts.ts'],
  'src/capabilities/search/triage/': ['triage.ts', 'model.ts', 'questions.ts'],
}
export const sourceFiles = ['routes.ts', 'root.tsx', 'entry.client.tsx', 'entry.server.tsx'] as const

export type FileKind =
  | 'schema'
  | 'newPasswordSchema'
  | 'data'
  | 'inventory'
  | 'copies'
  | 'requestRules'
  | 'requestStore'
  | 'blockStore'
  | 'dataRequests'
  | 'visitorSchema'
  | 'visitorStore'
  | 'visitorRequests'
  | 'rules'
  | 'notices'
  | 'contract'
  | 'identity'
  | 'catalogue'
  | 'triage'
  | 'triageModel'
  | 'intake'
  | 'store'
  | 'sessions'
  | 'codes'
  | 'emailStore'
  | 'signIn'
  | 'access'
  | 'reportQueue'
  | 'sanctions'
  | 'sanctionStore'
  | 'lists'
  | 'waits'
  | 'commands'
  | 'requests'
  | 'chatFiles'
  | 'conversation'
  | 'jobs'
  | 'mail'
  | 'api'
  | 'files'
  | 'queries'
  | 'ui'

/** Code below the slices that a slice's file may import. */
type Ground = 'chile' | 'input' | 'ui' | 'site' | 'platform' | `platform/${PlatformPart}`

export interface SliceFile {
  /** File name, or folder name with a slash at the end. */
  path: string
  /** Whether later slices may import it. */
  isPublic: boolean
  /** Files of its own slice. */
  own: readonly FileKind[]
  /** Files of earlier slices. */
  earlier: readonly FileKind[]
  ground: readonly Ground[]
  /** npm packages (a scope ends with a slash), or any. */
  packages: readonly string[] | 'any'
  /** Whether Node's own modules may be imported. */
  node: boolean
  /** The one slice that has this file. */
  onlyIn?: Slice
  /** What may be imported as a type only, which leaves no import at run time. */
  types?: { own?: readonly FileKind[]; earlier?: readonly FileKind[]; ground?: readonly Ground[] }
}

const server = { packages: 'any', node: true } as const
const pure = { packages: [], node: false } as const

/**
 * The closed list of a slice's files and what each may import (docs/design.md §3, column «main imports»).
 * Comments explain imports that are not in that column.
 */
export const sliceFiles: Record<FileKind, SliceFile> = {
  schema: {
    ...pure,
    path: 'schema.ts',
    isPublic: true,
    own: [],
    earlier: ['schema'],
    ground: ['chile', 'input'],
    packages: ['zod'],
  },
  newPasswordSchema: {
    ...pure,
    path: 'new-password-schema.ts',
    isPublic: false,
    onlyIn: 'accounts',
    // A second schema: the list of common passwords, which only the forms with a new password load.
    own: ['schema'],
    earlier: [],
    ground: [],
    packages: ['zod'],
  },
  data: {
    ...pure,
    path: 'data.ts',
    isPublic: true,
    // What the slice's tables say of people, and why (DAT-02). The slice privacy joins those of all slices. Schemas and
    // rules have the words of closed lists; several slices store the same list.
    own: ['schema', 'visitorSchema', 'rules'],
    earlier: ['data'],
    ground: ['platform/personal-data'],
  },
  inventory: {
    ...pure,
    path: 'inventory.ts',
    isPublic: true,
    onlyIn: 'privacy',
    // The entries of all slices as one inventory.
    own: ['data'],
    earlier: ['data'],
    ground: ['platform/personal-data'],
  },
  rules: {
    ...pure,
    path: 'rules.ts',
    isPublic: true,
    own: ['schema'],
    earlier: ['schema', 'rules'],
    ground: ['chile', 'input', 'platform/errors', 'platform/personal-data'],
    // Types of roles and rate limits, and of a catalogue; other files create and use their values.
    types: { own: ['catalogue'], earlier: ['catalogue'], ground: ['platform/session', 'platform/http'] },
  },
  contract: {
    ...pure,
    path: 'contract.ts',
    isPublic: true,
    own: ['schema', 'newPasswordSchema', 'visitorSchema'],
    earlier: [],
    // The base contract with the errors that all operations share.
    ground: ['platform/rpc'],
    // zod for outputs: its objects are checked faster than those of zod/mini, which the browser shares.
    packages: ['@orpc/contract', 'zod'],
  },
  store: {
    path: 'store.server.ts',
    isPublic: false,
    own: [],
    earlier: [],
    ground: ['platform/database', 'platform/personal-data'],
    packages: ['kysely'],
    node: true,
    // Types of parameters: authorization scopes and inputs.
    types: {
      own: ['schema', 'rules'],
      earlier: ['schema', 'rules'],
      ground: ['input', 'platform/session'],
    },
  },
  sessions: {
    path: 'sessions.server.ts',
    isPublic: false,
    onlyIn: 'accounts',
    // A second store: the sessions. Only the code of authentication and the commands use it.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    types: { ground: ['platform/session'] },
  },
  lists: {
    path: 'lists.server.ts',
    isPublic: false,
    onlyIn: 'chat',
    // A second store: the pages of the list of chats, for one person or for a batch of people.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    types: { own: ['schema', 'rules'], earlier: ['schema', 'rules'], ground: ['input'] },
  },
  waits: {
    path: 'waits.server.ts',
    isPublic: false,
    onlyIn: 'chat',
    // A third store: who has not read whose messages, derived from events by a task.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    types: { earlier: ['schema', 'rules'] },
  },
  identity: {
    ...server,
    path: 'identity/',
    isPublic: false,
    onlyIn: 'accounts',
    // Authentication: password hashing, sign-in, session cookie. It is no user's action, so no command;
    // and not in platform, because only accounts may use it (docs/decisions/0005). It publishes events when a
    // session ends or its token changes, and e-mails links.
    own: ['schema', 'rules', 'store', 'sessions', 'mail', 'identity'],
    earlier: [],
    ground: ['platform'],
    // The input of a new password.
    types: { own: ['newPasswordSchema'] },
  },
  catalogue: {
    ...pure,
    path: 'catalogue.server.ts',
    // For the commands of later slices: console says how old the tables are.
    isPublic: true,
    // The tables of data/, checked by a schema when the server starts: no browser loads them.
    own: [],
    earlier: [],
    ground: ['chile'],
    packages: ['zod'],
  },
  triage: {
    ...pure,
    path: 'triage/',
    isPublic: false,
    onlyIn: 'search',
    // A text classifier: lexicons, weights and arithmetic; pure like rules.ts, but too large for it. Only the
    // server uses it, so browser files may not import it (docs/decisions/0014).
    own: ['schema', 'triage'],
    earlier: ['schema'],
    ground: ['chile'],
  },
  triageModel: {
    ...server,
    path: 'triage-model.server.ts',
    isPublic: false,
    onlyIn: 'search',
    // Reads the file of the model, which the pure triage cannot do.
    own: ['triage'],
    earlier: [],
    ground: [],
  },
  intake: {
    ...pure,
    path: 'intake/',
    isPublic: true,
    onlyIn: 'cases',
    // The questions of the intake wizard and the conversion of answers to a case: too long for schema.ts and
    // rules.ts, and not needed by pages that only show cases. Server and browser use the same rules
    // (docs/decisions/0015).
    own: ['schema', 'intake'],
    earlier: ['schema'],
    ground: ['chile', 'input', 'platform/errors'],
  },
  notices: {
    path: 'notices.server.ts',
    isPublic: true,
    // The kinds of notices, and the reader of their facts. The composition root joins those of all slices.
    own: ['schema', 'rules', 'requestRules', 'store', 'requestStore', 'waits', 'sanctionStore', 'emailStore'],
    earlier: ['schema', 'rules', 'notices'],
    ground: ['chile', 'platform/notices', 'platform/database'],
    packages: [],
    node: false,
  },
  commands: {
    ...server,
    path: 'commands.server.ts',
    isPublic: true,
    // A command queues an e-mail with its template.
    own: [
      'schema',
      'newPasswordSchema',
      'rules',
      'inventory',
      'requestStore',
      'dataRequests',
      'identity',
      'triage',
      'triageModel',
      'intake',
      'catalogue',
      'store',
      'sessions',
      'codes',
      'emailStore',
      'lists',
      'waits',
      'mail',
      'sanctions',
      'sanctionStore',
    ],
    earlier: ['schema', 'rules', 'intake', 'catalogue', 'commands'],
    ground: ['chile', 'input', 'platform'],
  },
  copies: {
    ...server,
    path: 'copies/',
    isPublic: false,
    onlyIn: 'privacy',
    // A copy of a person's data: its commands, its job and what is in it. It reads through the operations of the
    // person's own screens, whose types are contracts.
    own: ['schema', 'rules', 'inventory', 'store', 'mail', 'copies'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['chile', 'input', 'platform'],
    types: { own: ['contract'], earlier: ['contract'] },
  },
  requestRules: {
    ...pure,
    path: 'request-rules.ts',
    isPublic: true,
    onlyIn: 'privacy',
    // Second rules: the deadlines and states of requests, which screens use without those of the inventory.
    own: ['schema'],
    earlier: ['schema'],
    ground: ['chile', 'platform/errors'],
    types: { ground: ['platform/session'] },
  },
  requestStore: {
    path: 'request-store.server.ts',
    isPublic: false,
    onlyIn: 'privacy',
    // A second store: requests and what was sent about them.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    types: { own: ['schema'] },
  },
  blockStore: {
    path: 'block-store.server.ts',
    isPublic: false,
    onlyIn: 'privacy',
    // A third store: what is not used because of a request.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    types: { own: ['schema'] },
  },
  dataRequests: {
    ...server,
    path: 'requests/',
    isPublic: false,
    onlyIn: 'privacy',
    // Commands about requests: of the person who asks, and of administrators.
    own: [
      'schema',
      'visitorSchema',
      'requestRules',
      'requestStore',
      'visitorStore',
      'blockStore',
      'mail',
      'dataRequests',
      'visitorRequests',
    ],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['chile', 'input', 'platform'],
  },
  visitorSchema: {
    ...pure,
    path: 'visitor-schema.ts',
    isPublic: false,
    onlyIn: 'privacy',
    // A second schema: requests of people without an account, whose page loads little else.
    own: ['schema'],
    earlier: ['schema'],
    ground: ['chile', 'input'],
    packages: ['zod'],
  },
  visitorStore: {
    path: 'visitor-store.server.ts',
    isPublic: false,
    onlyIn: 'privacy',
    // A third store: requests of people without an account.
    own: [],
    earlier: [],
    ground: ['platform/database', 'platform/personal-data'],
    packages: ['kysely'],
    node: true,
    types: { own: ['schema', 'visitorSchema'] },
  },
  visitorRequests: {
    ...server,
    path: 'visitor-requests/',
    isPublic: false,
    onlyIn: 'privacy',
    // Commands of people without an account, and what administrators need to answer them.
    own: [
      'schema',
      'visitorSchema',
      'inventory',
      'requestRules',
      'requestStore',
      'visitorStore',
      'mail',
      'dataRequests',
      'visitorRequests',
    ],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['chile', 'input', 'platform'],
  },
  codes: {
    ...server,
    path: 'codes.server.ts',
    isPublic: false,
    onlyIn: 'security',
    // Codes and their digests: computations that need node:crypto, so not in rules.ts; no action of a user.
    own: ['rules'],
    earlier: [],
    ground: ['platform'],
  },
  emailStore: {
    path: 'email-store.server.ts',
    isPublic: false,
    onlyIn: 'security',
    // A second store: changes of the e-mail address.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
  },
  signIn: {
    ...server,
    path: 'sign-in.server.ts',
    isPublic: false,
    onlyIn: 'security',
    // A second file of commands: the steps of a sign-in.
    own: ['schema', 'rules', 'store', 'codes', 'commands', 'access'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['platform'],
  },
  access: {
    ...server,
    path: 'access/',
    isPublic: false,
    onlyIn: 'security',
    // Further commands, one file for each way into an account or back to it.
    own: ['schema', 'rules', 'store', 'emailStore', 'codes', 'commands', 'signIn', 'mail', 'access'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['chile', 'platform'],
  },
  sanctionStore: {
    path: 'sanction-store.server.ts',
    isPublic: false,
    onlyIn: 'moderation',
    // A second store: sanctions and appeals.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    types: { own: ['schema'], earlier: ['rules'], ground: ['platform/session'] },
  },
  sanctions: {
    ...server,
    path: 'sanctions.server.ts',
    isPublic: false,
    onlyIn: 'moderation',
    // A second file of commands: what a sanction does, its announcement and its appeal.
    own: ['schema', 'rules', 'sanctionStore'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['input', 'platform'],
  },
  reportQueue: {
    ...server,
    path: 'report-queue.server.ts',
    isPublic: false,
    onlyIn: 'moderation',
    // A third file of commands: the administrators' queue of reports.
    own: ['schema', 'rules', 'store', 'sanctionStore', 'sanctions', 'commands'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['platform'],
  },
  requests: {
    ...server,
    path: 'requests.server.ts',
    isPublic: false,
    onlyIn: 'documents',
    // A second file of commands: what the lawyer asks for, and the answers.
    own: ['schema', 'rules', 'store', 'commands'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['chile', 'input', 'platform'],
  },
  chatFiles: {
    ...server,
    path: 'chat-files.server.ts',
    isPublic: false,
    onlyIn: 'documents',
    // A third file of commands: the files that are sent in a chat.
    own: ['schema', 'rules', 'store', 'commands'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['chile', 'input', 'platform'],
  },
  conversation: {
    ...server,
    path: 'conversation.server.ts',
    isPublic: false,
    onlyIn: 'chat',
    // Commands within one conversation; commands.server.ts opens conversations and writes to them.
    own: ['schema', 'rules', 'store', 'lists', 'commands'],
    earlier: ['schema', 'rules', 'commands'],
    ground: ['chile', 'input', 'platform'],
  },
  jobs: {
    ...server,
    path: 'jobs.server.ts',
    isPublic: false,
    // A job renders the e-mails of its own slice, and writes notices.
    own: [
      'access',
      'schema',
      'rules',
      'store',
      'requestStore',
      'sanctionStore',
      'sessions',
      'waits',
      'commands',
      'requests',
      'copies',
      'dataRequests',
      'visitorStore',
      'mail',
      'emailStore',
      'reportQueue',
      'sanctions',
    ],
    earlier: ['commands'],
    ground: ['chile', 'platform'],
  },
  mail: {
    ...server,
    path: 'mail.server.tsx',
    isPublic: false,
    own: ['schema', 'rules', 'store', 'commands'],
    earlier: [],
    ground: ['chile', 'platform'],
  },
  api: {
    path: 'api.server.ts',
    isPublic: false,
    // Implements the contract of its slice with the base procedures of platform/rpc.
    own: [
      'contract',
      'schema',
      'triage',
      'commands',
      'conversation',
      'requests',
      'chatFiles',
      'copies',
      'dataRequests',
      'visitorRequests',
      'signIn',
      'access',
      'reportQueue',
      'sanctions',
      'store',
    ],
    earlier: [],
    ground: ['platform/rpc', 'platform/errors', 'platform/session', 'platform/database'],
    packages: ['@orpc/server'],
    node: false,
  },
  files: {
    path: 'files.server.ts',
    isPublic: false,
    own: ['schema', 'rules', 'commands', 'chatFiles', 'dataRequests', 'visitorRequests', 'store'],
    earlier: [],
    ground: ['platform/files', 'platform/errors', 'platform/session', 'platform/database'],
    packages: [],
    node: true,
  },
  queries: {
    path: 'queries.ts',
    isPublic: true,
    own: ['schema'],
    earlier: ['schema'],
    ground: ['platform/rpc'],
    packages: ['@tanstack/react-query', '@orpc/tanstack-query', '@orpc/client', '@orpc/contract'],
    node: false,
    types: { own: ['contract'] },
  },
  ui: {
    path: 'ui/',
    isPublic: true,
    own: ['schema', 'newPasswordSchema', 'visitorSchema', 'rules', 'requestRules', 'intake', 'queries', 'ui'],
    earlier: ['schema', 'rules', 'intake', 'queries', 'ui'],
    // chile formats money and dates; platform's browser files provide `rpc`, the live stream, the session
    // and uploads.
    ground: [
      'chile',
      'input',
      'ui',
      'site',
      'platform/rpc',
      'platform/errors',
      'platform/session',
      'platform/realtime',
      'platform/files',
      'platform/drafts',
      'platform/query',
      // The words of actions and looks.
      'platform/log',
    ],
    packages: 'any',
    node: false,
    // The type parameter of `rpc`, and the operator's name and address, which pages receive as data.
    types: { own: ['contract'], earlier: ['contract'], ground: ['platform/config'] },
  },
}

/** The kinds of files that may contain a slice's SQL. */
export const storeKinds: readonly FileKind[] = [
  'store',
  'requestStore',
  'blockStore',
  'visitorStore',
  'sessions',
  'lists',
  'waits',
  'sanctionStore',
  'emailStore',
]

/** What routes, root and entries may import from a slice; `contract` as a type only. */
export const composed: readonly FileKind[] = ['schema', 'rules', 'queries', 'ui']
export const composedAsType: readonly FileKind[] = ['contract']

/** Packages that only the server may load. Node's own modules are excluded from the browser, too. */
export const serverPackages = [
  '@aws-crypto/',
  '@aws-sdk/',
  '@fastify/',
  '@orpc/server',
  'age-encryption',
  'fastify',
  'file-type',
  'flydrive',
  'graphile-worker',
  'ical-generator',
  'kysely',
  'bowser',
  '@simplewebauthn/server',
  'nodemailer',
  'otpauth',
  'pg',
  'pg-copy-streams',
  'pino',
  '@react-email/',
  'react-email',
  'sharp',
  'yazl',
] as const

/** The owner of a table, which may write it: a slice or a part of platform. */
export type Owner = Slice | `platform/${PlatformPart}`

/** Each table and its owner. A table without an entry, or an entry without a table, is a finding. */
export const tableOwners: Record<string, Owner> = {
  consent_movements: 'consents',
  user: 'accounts',
  data_copies: 'privacy',
  data_requests: 'privacy',
  data_blocks: 'privacy',
  request_messages: 'privacy',
  desk_requests: 'privacy',
  account: 'accounts',
  replaced_passwords: 'accounts',
  verification: 'accounts',
  session: 'accounts',
  known_devices: 'accounts',
  profiles: 'accounts',
  client_profiles: 'accounts',
  paused_cases: 'accounts',
  lawyer_profiles: 'lawyers',
  email_codes: 'onboarding',
  review_submissions: 'onboarding',
  review_grants: 'onboarding',
  plans: 'plans',
  credit_movements: 'plans',
  former_grants: 'plans',
  contact_choices: 'safe-contact',
  notices: 'notices',
  notice_settings: 'notices',
  totp_secrets: 'security',
  recovery_codes: 'security',
  sign_in_challenges: 'security',
  passkeys: 'security',
  factor_losses: 'security',
  email_changes: 'security',
  passkey_challenges: 'security',
  former_lawyers: 'verification',
  cases: 'cases',
  case_entries: 'cases',
  case_revisions: 'cases',
  case_updates: 'progress',
  case_promises: 'progress',
  chats: 'chat',
  messages: 'chat',
  chat_waits: 'chat',
  hidden_readers: 'chat',
  quick_replies: 'quick-replies',
  proposals: 'proposals',
  case_closings: 'closings',
  open_case_questions: 'open-cases',
  tasks: 'workspace',
  task_items: 'workspace',
  calendar_feeds: 'calendar',
  case_documents: 'documents',
  document_requests: 'documents',
  document_views: 'documents',
  reviews: 'reviews',
  reports: 'moderation',
  report_evidence: 'moderation',
  sanctions: 'moderation',
  appeals: 'moderation',
  installation: 'platform/realtime',
  events: 'platform/realtime',
  event_cursors: 'platform/realtime',
  rate_limits: 'platform/http',
  mail_attempts: 'platform/mail',
  local_mailbox: 'platform/mail',
  audit_log: 'platform/log',
  stored_files: 'platform/files',
  encryption_keys: 'platform/keys',
  retention_runs: 'platform/retention',
  audit_seals: 'platform/log',
  lawyer_listing: 'search',
}

/** Columns with another owner than their table, or that only one function may write. */
export interface ColumnOwner {
  table: string
  /** Names, or prefixes such as `credits_*`. */
  columns: readonly string[]
  owner: Owner
  /** The only function that writes them. */
  through?: string
  why: string
}

export const columnOwners: readonly ColumnOwner[] = [
  {
    table: 'lawyer_profiles',
    columns: ['plan', 'plan_*', 'credits_*'],
    owner: 'plans',
    why: 'plan and credits move together with the ledger, in plans',
  },
  {
    table: 'lawyer_profiles',
    columns: ['rating_*'],
    owner: 'lawyers',
    through: 'applyRating',
    why: 'the rating moves with the reviews, in their transaction, through lawyers.applyRating only',
  },
]

/** Columns that may be written together with any other column of the row. */
export const sharedColumns: readonly string[] = ['updated_at']

export type Operation = 'read' | 'insert' | 'update' | 'delete'

/** Permission to use another owner's table, except the columns in columnOwners. */
export interface TableException {
  table: string
  by: Owner | 'every slice'
  operations: readonly Operation[]
  why: string
}

export const tableExceptions: readonly TableException[] = [
  {
    table: 'user',
    by: 'consents',
    operations: ['read'],
    why: 'consents locks the person, so that movements of one person are written one after the other',
  },
  {
    table: 'email_changes',
    by: 'accounts',
    operations: ['read', 'update'],
    why: 'registration and sign-in ask whether an address may come back or is disputed; a new password ends a change (DAT-55)',
  },
  {
    table: 'sign_in_challenges',
    by: 'accounts',
    operations: ['read', 'delete'],
    why: '«No fui yo» ends the sign-ins that wait for a second step, in its transaction (DAT-54)',
  },
  {
    table: 'email_changes',
    by: 'safe-contact',
    operations: ['read'],
    why: 'an e-mail to an address that an account had or is about to get is sent as its person chose (PLZ-71)',
  },
  {
    table: 'calendar_feeds',
    by: 'accounts',
    operations: ['delete'],
    why: 'a new password and another e-mail address end the address of the calendar, a later slice, in its transaction (DAT-54, DAT-55)',
  },
  {
    table: 'lawyer_profiles',
    by: 'accounts',
    operations: ['insert', 'read'],
    why: 'registration makes the empty role row; the session reads it',
  },
  {
    table: 'factor_losses',
    by: 'accounts',
    operations: ['read', 'update'],
    why: 'the session, in its one query, knows of a request to take the second step away; a new password ends it (DAT-50)',
  },
  {
    table: 'sanctions',
    by: 'accounts',
    operations: ['read'],
    why: 'the session, in its one query, knows of an announced suspension (DAT-70)',
  },
  {
    table: 'events',
    by: 'every slice',
    operations: ['insert'],
    why: 'a hot path writes its event in its own one statement (docs/design.md §4)',
  },
  {
    table: 'chats',
    by: 'cases',
    operations: ['read'],
    why: 'a list of own cases links to their chats, in its one statement (DAL-08, DAC-04)',
  },
]

/**
 * Code that may write all tables, because tests, demo data and benches need states that no command creates.
 */
export const freeWriters: readonly string[] = ['src/demo-data/']

export const lineLimit = 400
export const readmeLimit = 40

/** Fixtures and static lists that may exceed the line limit. An unnecessary entry is a finding. */
export const longFiles: readonly string[] = ['tools/architecture.ts']

/** Generated files: no rules about length, form or tables. */
export const generatedFiles: readonly string[] = [
  'src/platform/database/types.ts',
  'src/capabilities/search/triage/model.bin',
]

/** Names of files and folders that do not describe their contents. */
export const emptyNames: readonly string[] = ['util', 'utils', 'helper', 'helpers']

/** Files in which a framework or tool requires a default export. */
export const defaultExports: readonly RegExp[] = [
  /^src\/routes\.ts$/,
  /^src\/root\.tsx$/,
  /^src\/entry\.[^/]+$/,
  /^src\/routes\//,
  /(^|\/)[^/]+\.config\.[cm]?[jt]s$/,
  /^tests\/e2e\/harness\/global-setup\.ts$/,
  /^\.dependency-cruiser\.mjs$/,
]
