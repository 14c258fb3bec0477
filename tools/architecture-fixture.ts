// A small copy of the repository's structure that keeps every rule of .dependency-cruiser.mjs, for
// architecture.test.ts.
import { slices } from './architecture.ts'

const packages = [
  '@orpc/client',
  '@orpc/contract',
  '@orpc/server',
  '@tanstack/react-query',
  'kysely',
  'pg',
  'react',
  'zod',
]

/** A slice with every kind of file, each with most of the imports it may have. */
function slice(name: string, earlier?: string): Record<string, string> {
  const of = (file: string) => (earlier ? `import '../${earlier}/${file}'\n` : '')
  const ofUi = earlier ? `import '../../${earlier}/ui/card.tsx'\n` : ''
  const files: Record<string, string> = {
    'schema.ts': `${of('schema.ts')}import 'zod'\nimport '../../chile/rut.ts'\nexport type Row = { id: string }`,
    'data.ts': `import '#src/platform/personal-data/inventory.ts'`,
    'rules.ts': `${of('rules.ts')}import './schema.ts'\nimport '#src/chile/rut.ts'\nimport type { Refusal } from '#src/platform/errors/refusal.ts'\nexport type No = Refusal`,
    'contract.ts': `import '@orpc/contract'\nimport '#src/platform/rpc/contract.ts'\nimport './schema.ts'\nexport type Contract = { a: 1 }`,
    'catalogue.server.ts': `import 'zod'\nimport '#src/chile/rut.ts'\nimport '../../../data/table.json' with { type: 'json' }`,
    'store.server.ts': `import { sql } from 'kysely'\nimport '#src/platform/database/pool.server.ts'\nimport type { Row } from './schema.ts'\nexport type R = Row; export const s = sql`,
    'commands.server.ts': `${of('commands.server.ts')}import 'node:crypto'\nimport './store.server.ts'\nimport './rules.ts'\nimport './mail.server.tsx'\nimport '#src/platform/log.server.ts'`,
    'jobs.server.ts': `import './commands.server.ts'\nimport './mail.server.tsx'\nimport '#src/platform/jobs/queue.server.ts'`,
    'notices.server.ts': `import './store.server.ts'\nimport './rules.ts'\nimport '#src/platform/database/pool.server.ts'`,
    'mail.server.tsx': `import 'react'\nimport './schema.ts'`,
    'api.server.ts': `import '@orpc/server'\nimport './contract.ts'\nimport './commands.server.ts'\nimport './store.server.ts'\nimport '#src/platform/rpc/bases.server.ts'`,
    'files.server.ts': `import 'node:stream'\nimport './commands.server.ts'\nimport '#src/platform/files/disk.server.ts'`,
    'queries.ts': `import '@tanstack/react-query'\nimport type { Contract } from './contract.ts'\nimport './schema.ts'\nimport '#src/platform/rpc/client.ts'\nexport type C = Contract`,
    'ui/card.tsx': `${ofUi}import 'react'\nimport '../queries.ts'\nimport '../rules.ts'\nimport './part.tsx'\nimport '../../../ui/button.tsx'`,
    'ui/part.tsx': `import '#src/platform/rpc/client.ts'`,
    // Tests may reach anything, also later slices' private files and the demonstration's data.
    'rules.test.ts': `import './rules.ts'\nimport '../${slices.at(-1)}/store.server.ts'\nimport '#src/demo-data/accounts.ts'\nimport 'pg'`,
  }
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [`src/capabilities/${name}/${file}`, text]),
  )
}

export const skeleton: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'fixture', type: 'module', imports: { '#src/*': './src/*' } }),
  ...Object.fromEntries(
    packages.flatMap((name) => [
      [
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js' }),
      ],
      [`node_modules/${name}/index.js`, 'export const sql = 1'],
    ]),
  ),
  ...slice('accounts'),
  'src/capabilities/accounts/identity/session.server.ts': `import 'node:crypto'\nimport '../store.server.ts'\nimport '../rules.ts'\nimport '#src/platform/log.server.ts'`,
  'src/capabilities/accounts/new-password-schema.ts': `import 'zod'\nimport './schema.ts'`,
  ...slice('lawyers', 'accounts'),
  'data/table.json': '[]',
  'src/capabilities/search/triage/read.ts': `import '../../lawyers/schema.ts'\nimport '#src/chile/rut.ts'`,
  'src/capabilities/search/triage/model.ts': '',
  'src/capabilities/search/triage-model.server.ts': `import 'node:fs'\nimport './triage/model.ts'`,
  'src/capabilities/search/commands.server.ts': '',
  'src/capabilities/cases/intake/answers.ts': `import '../../lawyers/schema.ts'\nimport '#src/chile/rut.ts'\nimport type { Refusal } from '#src/platform/errors/refusal.ts'\nexport type No = Refusal`,
  // Imported by nobody, so that an import of it breaks the order without making a cycle.
  ...slice('plans'),
  ...slice('chat', 'lawyers'),
  'src/capabilities/moderation/sanction-store.server.ts': '',
  'src/capabilities/moderation/sanctions.server.ts': `import 'node:crypto'`,
  'src/capabilities/moderation/report-queue.server.ts': `import 'node:crypto'`,
  'src/capabilities/security/email-store.server.ts': '',
  'src/capabilities/security/codes.server.ts': `import 'node:crypto'`,
  'src/capabilities/security/access/keys.server.ts': `import 'node:crypto'`,
  'src/capabilities/security/sign-in.server.ts': `import 'node:crypto'`,
  'src/capabilities/documents/requests.server.ts': `import 'node:crypto'`,
  'src/capabilities/documents/chat-files.server.ts': `import 'node:crypto'`,
  'src/capabilities/accounts/sessions.server.ts': `import { sql } from 'kysely'\nimport '#src/platform/database/pool.server.ts'\nexport const s = sql`,
  'src/capabilities/chat/lists.server.ts': `import { sql } from 'kysely'\nimport '#src/platform/database/pool.server.ts'\nimport type { Row } from './schema.ts'\nexport type R = Row; export const s = sql`,
  'src/capabilities/chat/conversation.server.ts': `import './commands.server.ts'\nexport const c = 1`,
  'src/capabilities/chat/waits.server.ts': `import { sql } from 'kysely'\nimport '#src/platform/database/pool.server.ts'\nexport const w = sql`,
  'src/capabilities/privacy/inventory.ts': `import '../chat/data.ts'\nimport '#src/platform/personal-data/inventory.ts'`,
  'src/capabilities/privacy/schema.ts': 'export const texts = 1',
  'src/capabilities/privacy/request-rules.ts': `import './schema.ts'\nimport '#src/chile/rut.ts'`,
  'src/capabilities/privacy/request-store.server.ts': `import { sql } from 'kysely'\nimport '#src/platform/database/pool.server.ts'\nexport const r = sql`,
  'src/capabilities/privacy/block-store.server.ts': `import { sql } from 'kysely'\nimport '#src/platform/database/pool.server.ts'\nexport const r = sql`,
  'src/capabilities/privacy/requests/own-requests.server.ts': `import 'node:crypto'\nimport '../request-store.server.ts'`,
  'src/capabilities/privacy/visitor-schema.ts': `import './schema.ts'\nimport '#src/chile/rut.ts'`,
  'src/capabilities/privacy/visitor-store.server.ts': `import { sql } from 'kysely'\nimport '#src/platform/database/pool.server.ts'\nexport const d = sql`,
  'src/capabilities/privacy/visitor-requests/visitor-requests.server.ts': `import 'node:crypto'\nimport '../visitor-store.server.ts'`,
  'src/capabilities/privacy/copies/copies.server.ts': `import 'node:crypto'\nimport '../inventory.ts'\nimport type { Contract } from '../../chat/contract.ts'\nexport type C = Contract`,
  ...slice('account-deletion', 'chat'),
  'src/chile/rut.ts': `import './digits.ts'`,
  'src/chile/digits.ts': 'export const digits = 1',
  'src/input/text.ts': `import 'zod'`,
  'src/ui/button.tsx': `import 'react'\nimport '#src/chile/rut.ts'\nimport './theme.css'`,
  'src/ui/theme.css': '',
  'src/site/footer.tsx': `import '../ui/button.tsx'\nimport './product.ts'\nimport '../platform/rpc/client.ts'`,
  'src/site/product.ts': 'export const product = 1',
  'src/platform/clock.ts': 'export type Clock = () => Date',
  'src/platform/log.server.ts': `import 'node:fs'`,
  'src/platform/database/pool.server.ts': `import 'pg'\nexport type Pool = 1`,
  'src/platform/personal-data/inventory.ts': '',
  'src/platform/files/disk.server.ts': `import 'node:fs'`,
  'src/platform/jobs/queue.server.ts': `import '../database/pool.server.ts'`,
  'src/platform/realtime/live.ts': '',
  'src/platform/rpc/bases.server.ts': `import '@orpc/server'\nimport '../log.server.ts'`,
  'src/platform/errors/refusal.ts': 'export type Refusal = 1',
  'src/platform/session/session.ts': '',
  'src/platform/rpc/contract.ts': `import '@orpc/contract'\nimport 'zod'`,
  'src/platform/rpc/client.ts': `import '@orpc/client'\nimport type { Pool } from '../database/pool.server.ts'\nexport type P = Pool`,
  'src/routes.ts': '',
  'src/root.tsx': `import './ui/button.tsx'\nexport const loader = 1`,
  'src/entry.client.tsx': `import 'react'`,
  'src/entry.server.tsx': `import 'node:stream'\nimport './platform/log.server.ts'`,
  'src/routes/home.tsx':
    `import type { Route } from './+types/home'\nimport type { loader } from '../root.tsx'\n` +
    `import type { Contract } from '../capabilities/chat/contract.ts'\n` +
    `import '../capabilities/chat/ui/card.tsx'\nimport '../capabilities/accounts/queries.ts'\n` +
    `import '../capabilities/lawyers/schema.ts'\nimport '../platform/rpc/client.ts'\n` +
    `import '../platform/rpc/bases.server.ts'\nexport type T = [Route, typeof loader, Contract]`,
  'src/routes/about.tsx': `import 'react'`,
  'src/server/app.ts': `import 'virtual:react-router/server-build'\nimport './api.ts'`,
  'src/server/api.ts': `import '../capabilities/chat/api.server.ts'\nimport '../capabilities/accounts/store.server.ts'`,
  'src/server/clock.ts': 'export const clock = 1',
  'src/embedded-postgres/cluster.ts': '',
  'src/backup/copy.ts': '',
  'src/demo-data/accounts.ts': `import '../capabilities/accounts/store.server.ts'`,
  'tests/e2e/home.spec.ts': `import '../../src/demo-data/accounts.ts'\nimport '../support/database.ts'`,
  'tests/support/database.ts': `import 'pg'`,
  'bench/send.ts': `import '../src/demo-data/accounts.ts'`,
  'tools/types.ts': `import '../src/platform/database/pool.server.ts'`,
}
