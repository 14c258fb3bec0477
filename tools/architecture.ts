/** The house's structure, as data; `.dependency-cruiser.mjs` and `check-structure.ts` read it (docs/architecture.md). */

/** Slices in their order: each may import only those before it. */
export const slices = [
  'accounts',
  'lawyers',
  'onboarding',
  'verification',
  'plans',
  'cases',
  'chat',
  'proposals',
  'workspace',
  'reviews',
  'search',
  'interview',
  'departure',
] as const

export type Slice = (typeof slices)[number]

/** The parts of src/platform: folders (`rpc/…`) or single files (`clock.ts`, `log.server.ts`). */
export const platformParts = [
  'config',
  'database',
  'http',
  'mail',
  'files',
  'realtime',
  'jobs',
  'rpc',
  'errors',
  'log',
  'clock',
  'session',
  'llm',
] as const

export type PlatformPart = (typeof platformParts)[number]

/** What may stand in src/ itself. */
export const sourceFolders = ['routes', 'capabilities', 'chile', 'ui', 'platform', 'server'] as const
export const sourceFiles = ['routes.ts', 'root.tsx', 'entry.client.tsx', 'entry.server.tsx'] as const

export type FileKind =
  | 'schema'
  | 'rules'
  | 'events'
  | 'contract'
  | 'identity'
  | 'triage'
  | 'intake'
  | 'store'
  | 'lists'
  | 'commands'
  | 'jobs'
  | 'mail'
  | 'api'
  | 'files'
  | 'queries'
  | 'ui'

/** Ground a slice's file may stand on. */
type Ground = 'chile' | 'ui' | 'platform' | `platform/${PlatformPart}`

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
  /** What may be imported as a type only: nothing of it stays in the running program. */
  types?: { own?: readonly FileKind[]; earlier?: readonly FileKind[]; ground?: readonly Ground[] }
}

const server = { packages: 'any', node: true } as const
const pure = { packages: [], node: false } as const

/**
 * The closed list of a slice's files and what each may import (DESIGN §3, column «may import»). Where the
 * column is silent and the file could not exist otherwise, the entry says why.
 */
export const sliceFiles: Record<FileKind, SliceFile> = {
  schema: {
    ...pure,
    path: 'schema.ts',
    isPublic: true,
    own: [],
    earlier: ['schema'],
    ground: ['chile'],
    packages: ['zod'],
  },
  rules: {
    ...pure,
    path: 'rules.ts',
    isPublic: true,
    own: ['schema'],
    earlier: ['schema', 'rules'],
    ground: ['chile'],
    // A decision is a Result, asks for a role, states a Limit: types, whose values others make and use.
    types: { ground: ['platform/errors', 'platform/session', 'platform/http'] },
  },
  events: { ...pure, path: 'events.ts', isPublic: true, own: ['schema'], earlier: ['schema'], ground: [] },
  contract: {
    ...pure,
    path: 'contract.ts',
    isPublic: true,
    own: ['schema'],
    earlier: [],
    // The base that declares the refusals every operation shares.
    ground: ['platform/rpc'],
    packages: ['@orpc/contract'],
  },
  store: {
    path: 'store.server.ts',
    isPublic: false,
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    // A proven scope and the shape of an input are types that the store demands but does not make.
    types: {
      own: ['schema', 'rules', 'events'],
      earlier: ['schema', 'rules', 'events'],
      ground: ['platform/session'],
    },
  },
  lists: {
    path: 'lists.server.ts',
    isPublic: false,
    onlyIn: 'chat',
    // A second store: the pages of the list of chats, read for one person or for many in one statement.
    own: [],
    earlier: [],
    ground: ['platform/database'],
    packages: ['kysely'],
    node: true,
    types: { own: ['schema', 'rules'], earlier: ['schema', 'rules'] },
  },
  identity: {
    ...server,
    path: 'identity/',
    isPublic: false,
    onlyIn: 'accounts',
    // Who somebody is: password hashing, session cookie, better-auth. No user's action, so no command; not the
    // house's ground either, since nobody but accounts may touch it (docs/decisions/0005).
    // A session that ends, or whose token changes, is told to its streams and tabs; its links are mailed.
    own: ['schema', 'rules', 'events', 'store', 'mail', 'identity'],
    earlier: [],
    ground: ['platform'],
  },
  triage: {
    ...pure,
    path: 'triage/',
    isPublic: false,
    onlyIn: 'search',
    // A text read by a model: lexicons, weights and arithmetic, too much for rules.ts and as pure. Its weights are data that
    // only a server loads, lazily, so nothing of the browser may import it (docs/decisions/0014).
    own: ['schema', 'triage'],
    earlier: ['schema'],
    ground: ['chile'],
  },
  intake: {
    ...pure,
    path: 'intake/',
    isPublic: false,
    onlyIn: 'cases',
    // The wizard's questions and what makes a case of their answers: too long a list for schema.ts and rules.ts, and nothing
    // for the pages that only show cases. Server and browser judge by the same (docs/decisions/0015).
    own: ['schema', 'intake'],
    earlier: ['schema'],
    ground: ['chile'],
    types: { ground: ['platform/errors'] },
  },
  commands: {
    ...server,
    path: 'commands.server.ts',
    isPublic: true,
    // A command queues an e-mail by its template.
    own: ['schema', 'rules', 'events', 'identity', 'triage', 'intake', 'store', 'lists', 'mail'],
    earlier: ['schema', 'rules', 'events', 'commands'],
    ground: ['chile', 'platform'],
  },
  jobs: {
    ...server,
    path: 'jobs.server.ts',
    isPublic: false,
    // A job renders its own slice's e-mail.
    own: ['schema', 'rules', 'events', 'store', 'commands', 'mail'],
    earlier: [],
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
    // It implements its own contract, over the bases of platform/rpc.
    own: ['contract', 'schema', 'triage', 'commands', 'store'],
    earlier: [],
    ground: ['platform/rpc', 'platform/errors', 'platform/session', 'platform/database'],
    packages: ['@orpc/server'],
    node: false,
  },
  files: {
    path: 'files.server.ts',
    isPublic: false,
    own: ['schema', 'rules', 'commands', 'store'],
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
    own: ['schema', 'rules', 'intake', 'queries', 'ui'],
    earlier: ['schema', 'rules', 'queries', 'ui'],
    // Money and dates are written by chile; useRpc, the live stream, the session and uploads come from
    // platform's browser files.
    ground: [
      'chile',
      'ui',
      'platform/rpc',
      'platform/errors',
      'platform/session',
      'platform/realtime',
      'platform/files',
      'platform/clock',
    ],
    packages: 'any',
    node: false,
    // useRpc is told which contract its client speaks; «the browser imports the type only».
    types: { own: ['contract'], earlier: ['contract'] },
  },
}

/** The kinds of files in which a slice speaks SQL. */
export const storeKinds: readonly FileKind[] = ['store', 'lists']

/** What routes, root and entries may take from a slice; `contract` as a type only. */
export const composed: readonly FileKind[] = ['schema', 'rules', 'events', 'queries', 'ui']
export const composedAsType: readonly FileKind[] = ['contract']

/** Packages that only the server may load (Node's own modules are always among them). */
export const serverPackages = [
  '@aws-sdk/',
  '@fastify/',
  '@orpc/server',
  'better-auth',
  'fastify',
  'file-type',
  'flydrive',
  'graphile-worker',
  'kysely',
  'nodemailer',
  'pg',
  'pg-copy-streams',
  'pino',
  '@react-email/',
  'react-email',
  'sharp',
] as const

/** Who writes a table: a slice or a part of platform. */
export type Owner = Slice | `platform/${PlatformPart}`

/** Every table of ours and its one owner. A table without a line here, or a line without a table, is a finding. */
export const tableOwners: Record<string, Owner> = {
  user: 'accounts',
  account: 'accounts',
  verification: 'accounts',
  session: 'accounts',
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
  former_lawyers: 'verification',
  cases: 'cases',
  chats: 'chat',
  messages: 'chat',
  proposals: 'proposals',
  tasks: 'workspace',
  case_documents: 'workspace',
  reviews: 'reviews',
  installation: 'platform/realtime',
  events: 'platform/realtime',
  rate_limits: 'platform/http',
  mail_attempts: 'platform/mail',
  local_mailbox: 'platform/mail',
  audit_log: 'platform/log',
  stored_files: 'platform/files',
  lawyer_listing: 'search',
}

/** Columns that belong to somebody else than their table, or are written through one function only. */
export interface ColumnOwner {
  table: string
  /** Names; `credits_*` stands for all that begin so. */
  columns: readonly string[]
  owner: Owner
  /** The one function that writes them. */
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

/** Columns that whoever may write another column of the row also writes. */
export const sharedColumns: readonly string[] = ['updated_at']

export type Operation = 'read' | 'insert' | 'update' | 'delete'

/** A right to touch another's table. It never reaches columns that columnOwners gives away. */
export interface TableException {
  table: string
  by: Owner | 'every slice'
  operations: readonly Operation[]
  why: string
}

export const tableExceptions: readonly TableException[] = [
  {
    table: 'lawyer_profiles',
    by: 'accounts',
    operations: ['insert', 'read'],
    why: 'registration makes the empty role row; the session reads it',
  },
  {
    table: 'events',
    by: 'every slice',
    operations: ['insert'],
    why: 'a hot path writes its event in its own one statement (DESIGN §4)',
  },
  {
    table: 'chats',
    by: 'cases',
    operations: ['read'],
    why: 'the market says, in its one statement, with whose client one talks already (MKT-10, OPEN-32)',
  },
]

/** Code that fills tables past the stores, because tests, demo and benches need states no command makes. */
export const freeWriters: readonly string[] = ['src/server/factories/']

export const lineLimit = 400
export const readmeLimit = 40

/** Fixtures and static lists that may pass the line limit. Every entry must exist and must need it. */
export const longFiles: readonly string[] = ['tools/architecture.ts']

/** Written by a program: no rule about length, form or tables. */
export const generatedFiles: readonly string[] = [
  'src/platform/database/types.ts',
  'src/capabilities/search/triage/weights.ts',
]

/** Names that say nothing about what is in a file or folder. */
export const emptyNames: readonly string[] = ['util', 'utils', 'helper', 'helpers']

/** Where a framework or a tool demands a default export. */
export const defaultExports: readonly RegExp[] = [
  /^src\/routes\.ts$/,
  /^src\/root\.tsx$/,
  /^src\/entry\.[^/]+$/,
  /^src\/routes\//,
  /(^|\/)[^/]+\.config\.[cm]?[jt]s$/,
  /^tests\/e2e\/global-setup\.ts$/,
  /^\.dependency-cruiser\.mjs$/,
]
