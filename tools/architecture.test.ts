import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IRegularForbiddenRuleType,
} from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sliceFiles, slices } from './architecture.ts'
import { skeleton } from './architecture-fixture.ts'

const at = 'src/capabilities'
const button = '#src/ui/button.tsx'

type Violation = [rules: string, file: string, line: string]

/** The rules that must be reported when the line is added to a file of the skeleton. */
const violations: Violation[] = [
  ['order-accounts', `${at}/accounts/ui/part.tsx`, `import '../../plans/ui/card.tsx'`],
  ['order-accounts', `${at}/accounts/schema.ts`, `import type { Row } from '../plans/schema.ts'`],
  ['order-accounts', `${at}/accounts/rules.ts`, `import '#src/capabilities/plans/rules.ts'`],
  [
    'order-lawyers',
    `${at}/lawyers/commands.server.ts`,
    `const later = import('../plans/commands.server.ts')`,
  ],
  ['order-chat', `${at}/chat/queries.ts`, `export { x } from '../account-deletion/schema.ts'`],
  ['public-files-only', `${at}/lawyers/commands.server.ts`, `import '../accounts/store.server.ts'`],
  ['public-files-only', `${at}/chat/store.server.ts`, `import type { R } from '../accounts/store.server.ts'`],
  ['public-files-only', `${at}/chat/jobs.server.ts`, `import '../accounts/mail.server.tsx'`],
  ['public-files-only', `${at}/chat/api.server.ts`, `import '../lawyers/api.server.ts'`],
  ['may-import-schema', `${at}/chat/schema.ts`, `import '../lawyers/rules.ts'`],
  ['may-import-schema', `${at}/chat/schema.ts`, `import 'node:crypto'`],
  ['may-import-schema', `${at}/chat/schema.ts`, `import 'react'`],
  ['may-import-rules', `${at}/chat/rules.ts`, `import '#src/platform/clock.ts'`],
  ['types-only-rules', `${at}/chat/rules.ts`, `import { roles } from '#src/platform/session/session.ts'`],
  ['may-import-rules', `${at}/chat/rules.ts`, `import './contract.ts'`],
  ['may-import-contract', `${at}/chat/contract.ts`, `import '../lawyers/schema.ts'`],
  ['may-import-contract', `${at}/chat/contract.ts`, `import './rules.ts'`],
  ['may-import-store', `${at}/chat/store.server.ts`, `import '#src/platform/log.server.ts'`],
  ['may-import-store', `${at}/chat/store.server.ts`, `import '../lawyers/commands.server.ts'`],
  ['may-import-sessions', `${at}/accounts/sessions.server.ts`, `import './store.server.ts'`],
  ['types-only-sessions', `${at}/accounts/sessions.server.ts`, `import '#src/platform/session/session.ts'`],
  ['may-import-lists', `${at}/chat/lists.server.ts`, `import './store.server.ts'`],
  ['types-only-lists', `${at}/chat/lists.server.ts`, `import { can } from './rules.ts'`],
  ['may-import-conversation', `${at}/chat/conversation.server.ts`, `import './contract.ts'`],
  ['may-import-waits', `${at}/chat/waits.server.ts`, `import './store.server.ts'`],
  ['types-only-waits', `${at}/chat/waits.server.ts`, `import { can } from '../accounts/rules.ts'`],
  ['types-only-store', `${at}/chat/store.server.ts`, `import { can } from './rules.ts'`],
  ['may-import-commands', `${at}/chat/commands.server.ts`, `import './contract.ts'`],
  ['may-import-commands', `${at}/chat/commands.server.ts`, `import '../lawyers/queries.ts'`],
  [
    'may-import-requests',
    `${at}/documents/requests.server.ts`,
    `import '../chat/schema.ts'\nimport '../chat/queries.ts'`,
  ],
  [
    'may-import-sanctionStore',
    `${at}/moderation/sanction-store.server.ts`,
    `import '../chat/commands.server.ts'`,
  ],
  [
    'types-only-sanctionStore',
    `${at}/moderation/sanction-store.server.ts`,
    `import { can } from '../accounts/rules.ts'`,
  ],
  ['may-import-sanctions', `${at}/moderation/sanctions.server.ts`, `import '../accounts/queries.ts'`],
  ['may-import-reportQueue', `${at}/moderation/report-queue.server.ts`, `import '../accounts/queries.ts'`],
  ['may-import-codes', `${at}/security/codes.server.ts`, `import '../accounts/commands.server.ts'`],
  [
    'may-import-emailStore',
    `${at}/security/email-store.server.ts`,
    `import '../accounts/commands.server.ts'`,
  ],
  ['may-import-access', `${at}/security/access/keys.server.ts`, `import '../../accounts/queries.ts'`],
  ['may-import-signIn', `${at}/security/sign-in.server.ts`, `import '../accounts/queries.ts'`],
  ['may-import-chatFiles', `${at}/documents/chat-files.server.ts`, `import './requests.server.ts'`],
  ['may-import-identity', `${at}/accounts/identity/session.server.ts`, `import '../queries.ts'`],
  [
    'types-only-identity',
    `${at}/accounts/identity/session.server.ts`,
    `import { input } from '../new-password-schema.ts'`,
  ],
  ['may-import-catalogue', `${at}/chat/catalogue.server.ts`, `import './schema.ts'`],
  ['tables-in-catalogue', 'src/site/footer.tsx', `import '../../data/table.json' with { type: 'json' }`],
  ['may-import-triage', `${at}/search/triage/read.ts`, `import 'zod'`],
  ['may-import-triageModel', `${at}/search/triage-model.server.ts`, `import './commands.server.ts'`],
  ['may-import-intake', `${at}/cases/intake/answers.ts`, `import 'zod'`],
  [
    'public-files-only',
    `${at}/lawyers/commands.server.ts`,
    `import '../accounts/identity/session.server.ts'`,
  ],
  ['may-import-jobs', `${at}/chat/jobs.server.ts`, `import '../lawyers/queries.ts'`],
  ['may-import-data', `${at}/chat/data.ts`, `import '../lawyers/schema.ts'`],
  ['may-import-copies', `${at}/privacy/copies/copies.server.ts`, `import '../../chat/queries.ts'`],
  [
    'types-only-copies',
    `${at}/privacy/copies/copies.server.ts`,
    `import { contract } from '../../chat/contract.ts'`,
  ],
  ['may-import-requestRules', `${at}/privacy/request-rules.ts`, `import '../chat/rules.ts'`],
  ['types-only-requestRules', `${at}/privacy/request-rules.ts`, `import '../../platform/session/session.ts'`],
  ['may-import-requestStore', `${at}/privacy/request-store.server.ts`, `import './request-rules.ts'`],
  ['may-import-blockStore', `${at}/privacy/block-store.server.ts`, `import './request-rules.ts'`],
  ['types-only-blockStore', `${at}/privacy/block-store.server.ts`, `import { texts } from './schema.ts'`],
  ['types-only-requestStore', `${at}/privacy/request-store.server.ts`, `import { texts } from './schema.ts'`],
  [
    'may-import-dataRequests',
    `${at}/privacy/requests/own-requests.server.ts`,
    `import '../../chat/queries.ts'`,
  ],
  ['may-import-newPasswordSchema', `${at}/accounts/new-password-schema.ts`, `import './rules.ts'`],
  ['may-import-visitorSchema', `${at}/privacy/visitor-schema.ts`, `import '../chat/rules.ts'`],
  ['may-import-visitorStore', `${at}/privacy/visitor-store.server.ts`, `import './request-rules.ts'`],
  ['types-only-visitorStore', `${at}/privacy/visitor-store.server.ts`, `import { texts } from './schema.ts'`],
  [
    'may-import-visitorRequests',
    `${at}/privacy/visitor-requests/visitor-requests.server.ts`,
    `import '../../chat/queries.ts'`,
  ],
  ['may-import-inventory', `${at}/privacy/inventory.ts`, `import '../chat/schema.ts'`],
  ['may-import-notices', `${at}/chat/notices.server.ts`, `import './commands.server.ts'`],
  ['may-import-mail', `${at}/chat/mail.server.tsx`, `import './ui/part.tsx'`],
  ['may-import-mail', `${at}/chat/mail.server.tsx`, `import '${button}'`],
  ['may-import-api', `${at}/chat/api.server.ts`, `import '../lawyers/commands.server.ts'`],
  ['may-import-api', `${at}/chat/api.server.ts`, `import '#src/platform/files/disk.server.ts'`],
  ['may-import-files', `${at}/chat/files.server.ts`, `import '#src/platform/jobs/queue.server.ts'`],
  ['may-import-queries', `${at}/chat/queries.ts`, `import './rules.ts'`],
  ['may-import-queries', `${at}/chat/queries.ts`, `import type { A } from './api.server.ts'`],
  ['types-only-queries', `${at}/chat/queries.ts`, `import { Contract as value } from './contract.ts'`],
  ['types-only-ui', `${at}/chat/ui/part.tsx`, `import { x } from '../contract.ts'`],
  ['may-import-ui', `${at}/chat/ui/part.tsx`, `import type { A } from '../../lawyers/commands.server.ts'`],
  ['may-import-ui', `${at}/chat/ui/part.tsx`, `import 'node:path'`],
  ['browser-never-server', `${at}/chat/ui/part.tsx`, `import '#src/platform/rpc/bases.server.ts'`],
  ['browser-never-server', 'src/platform/rpc/client.ts', `import './bases.server.ts'`],
  ['browser-never-server', 'src/site/footer.tsx', `import '../platform/log.server.ts'`],
  ['browser-never-server, may-import-ui', `${at}/chat/ui/part.tsx`, `import '../store.server.ts'`],
  ['routes-never-server', 'src/routes/home.tsx', `import '../platform/log.server.ts'`],
  [
    'routes-never-server',
    'src/root.tsx',
    `import { x, type Pool } from './platform/database/pool.server.ts'`,
  ],
  ['routes-compose', 'src/routes/home.tsx', `import '../capabilities/chat/commands.server.ts'`],
  ['routes-compose', 'src/routes/home.tsx', `import type { R } from '../capabilities/chat/store.server.ts'`],
  ['routes-compose', 'src/entry.server.tsx', `import './capabilities/chat/api.server.ts'`],
  ['types-only-routes', 'src/routes/home.tsx', `import { x } from '../capabilities/chat/contract.ts'`],
  ['routes-stand-alone', 'src/root.tsx', `import './routes/about.tsx'`],
  ['routes-stand-alone', 'src/routes/home.tsx', `import { loader as again } from '../root.tsx'`],
  ['browser-never-node', `${at}/chat/ui/part.tsx`, `import '@orpc/server'`],
  ['browser-never-node', 'src/routes/home.tsx', `import '@orpc/server'`],
  ['browser-never-node', 'src/ui/button.tsx', `import 'pg'`],
  ['browser-never-node-core', 'src/root.tsx', `import 'node:fs'`],
  ['browser-never-node-core', 'src/ui/button.tsx', `import 'path'`],
  ['queries-only-in-store', `${at}/chat/commands.server.ts`, `import { sql } from 'kysely'`],
  [
    'ground-knows-no-product',
    'src/ui/button.tsx',
    `import type { Row } from '../capabilities/accounts/schema.ts'`,
  ],
  [
    'ground-knows-no-product',
    'src/platform/realtime/live.ts',
    `import '#src/capabilities/accounts/schema.ts'`,
  ],
  ['ground-knows-no-product', 'src/platform/clock.ts', `import type { loader } from '../root.tsx'`],
  ['ground-knows-no-product', 'src/platform/clock.ts', `import '../server/api.ts'`],
  ['ground-knows-no-product', 'src/site/footer.tsx', `import '../capabilities/accounts/rules.ts'`],
  ['ui-stands-alone', 'src/ui/button.tsx', `import '../platform/rpc/client.ts'`],
  ['ui-stands-alone', 'src/ui/button.tsx', `import '../site/product.ts'`],
  ['platform-without-screens', 'src/platform/realtime/live.ts', `import '../../ui/button.tsx'`],
  ['platform-without-screens', 'src/platform/realtime/live.ts', `import '../../site/product.ts'`],
  ['closed-embedded-postgres', 'src/server/app.ts', `import '../embedded-postgres/cluster.ts'`],
  ['closed-backup', 'src/server/app.ts', `import '../backup/copy.ts'`],
  ['closed-demo-data', 'src/server/app.ts', `import '../demo-data/accounts.ts'`],
  ['closed-triage', `${at}/search/commands.server.ts`, `import './triage/read.ts'`],
  ['chile-imports-nothing', 'src/chile/digits.ts', `import 'zod'`],
  ['input-is-pure', 'src/input/text.ts', `import '../chile/rut.ts'`],
  ['chile-imports-nothing', 'src/chile/digits.ts', `import type { Clock } from '../platform/clock.ts'`],
  ['nobody-imports-routes', `${at}/chat/ui/part.tsx`, `import type { loader } from '../../../root.tsx'`],
  ['nobody-imports-routes', `${at}/chat/ui/part.tsx`, `import '#src/routes.ts'`],
  ['nobody-imports-server', `${at}/chat/commands.server.ts`, `import '../../server/clock.ts'`],
  ['nobody-imports-server', 'src/routes/home.tsx', `import type { A } from '../server/app.ts'`],
  ['product-knows-no-tools', 'src/server/app.ts', `import '../../tests/support/database.ts'`],
  [
    'product-knows-no-tools',
    `${at}/chat/commands.server.ts`,
    `import '#src/capabilities/chat/rules.test.ts'`,
  ],
  ['no-cycles', 'src/chile/digits.ts', `import './rut.ts'`],
  ['no-cycles', `${at}/chat/ui/part.tsx`, `import type { Card } from './card.tsx'`],
  ['resolved', 'src/ui/button.tsx', `import './missing.ts'`],
  ['resolved', `${at}/chat/rules.test.ts`, `import './missing.ts'`],
  ['resolved', `${at}/chat/schema.ts`, `import '#src/chile/missing.ts'`],
  ['resolved', 'tools/types.ts', `import 'not-installed'`],
]

/** Allowed imports that look like a violation. */
const allowedImports: [why: string, file: string, line: string][] = [
  [
    'a browser file may import a type of a platform .server file',
    'src/site/footer.tsx',
    `import type { Pool } from '../platform/database/pool.server.ts'`,
  ],
  [
    'a browser file may import the type of a contract',
    `${at}/chat/ui/part.tsx`,
    `import type { Contract } from '../contract.ts'`,
  ],
  [
    'a type through typeof import',
    'src/routes/about.tsx',
    `export type L = typeof import('../root.tsx').loader`,
  ],
  ['an inline type import', 'src/root.tsx', `import { type Pool } from './platform/database/pool.server.ts'`],
  ['an import in a comment', `${at}/accounts/rules.ts`, `// import '../chat/rules.ts'`],
  [
    'a command may use an earlier command',
    `${at}/account-deletion/commands.server.ts`,
    `import '../accounts/commands.server.ts'`,
  ],
  [
    'a route may import the ui of a later slice',
    'src/routes/home.tsx',
    `import '../capabilities/account-deletion/ui/card.tsx'`,
  ],
  [
    'the server may import jobs of a slice',
    'src/server/api.ts',
    `import '../capabilities/chat/jobs.server.ts'`,
  ],
]

let root: string
let options: ICruiseOptions

const write = (file: string, text: string) => {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A broken rule, and the file that breaks it, or the files of a cycle. */
interface Finding {
  rule: string
  files: string[]
}

/** Runs dependency-cruiser on the skeleton. */
async function findViolations(): Promise<Finding[]> {
  const { output } = await cruise(['src', 'tests', 'bench', 'tools'], { ...options, baseDir: root })
  return (output as ICruiseResult).summary.violations.map(({ rule, from, cycle }) => ({
    rule: rule.name,
    files: [from, ...(cycle ?? []).map(({ name }) => name)],
  }))
}

/**
 * Groups violations in different files, because one run of dependency-cruiser costs the same for one and for
 * twenty.
 */
function rounds(violations: Violation[]): Violation[][] {
  const all: Violation[][] = []
  for (const violation of violations) {
    const free = all.find((round) => round.every(([, file]) => file !== violation[1]))
    if (free) free.push(violation)
    else all.push([violation])
  }
  return all
}

/**
 * Adds the violations to the skeleton, several at a time.
 * @returns the broken rules of each violation as `rule, rule`, and findings in other files as `strays`
 *
 * Only the cycle rule looks further than one import, so the findings in a file belong to its own violation.
 * Violations that form a cycle together are tried again, each alone.
 */
async function checkEach(violations: Violation[]) {
  const brokenRules = new Map<Violation, string>()
  const strays: Finding[] = []
  const waiting = rounds(violations)
  for (let round = waiting.shift(); round; round = waiting.shift()) {
    for (const [, file, line] of round) {
      if (skeleton[file] === undefined) throw new Error(`${file} is not in the skeleton`)
      write(file, `${skeleton[file]}\n${line}\n`)
    }
    const found = await findViolations()
    for (const [, file] of round) write(file, skeleton[file] ?? '')
    const violationsIn = ({ files }: Finding) => round.filter(([, file]) => files.includes(file))
    const inCycle = new Set(
      found
        .map(violationsIn)
        .filter((some) => some.length > 1)
        .flat(),
    )
    waiting.push(...[...inCycle].map((violation) => [violation]))
    for (const violation of round.filter((one) => !inCycle.has(one))) {
      const own = found.filter((finding) => violationsIn(finding).includes(violation)).map(({ rule }) => rule)
      brokenRules.set(violation, [...new Set(own)].sort().join(', '))
    }
    strays.push(...found.filter((finding) => violationsIn(finding).length === 0))
  }
  return { brokenRules, strays }
}

const allowedCases = allowedImports.map(([why, file, line]): { name: string; violation: Violation } => ({
  name: `${why}: ${file}: ${line}`,
  violation: ['', file, line],
}))
let results: Awaited<ReturnType<typeof checkEach>>

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'amparo-architecture-'))
  for (const [file, text] of Object.entries(skeleton)) write(file, text)
  options = await extractDepcruiseOptions(join(import.meta.dirname, '../.dependency-cruiser.mjs'))
  results = await checkEach([...violations, ...allowedCases.map(({ violation }) => violation)])
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the clean skeleton passes', async () => {
  expect(await findViolations()).toEqual([])
})

test('the skeleton contains every kind of file', () => {
  for (const { path, onlyIn = 'chat' } of Object.values(sliceFiles)) {
    expect(
      Object.keys(skeleton).some((file) => file.startsWith(`${at}/${onlyIn}/${path}`)),
      path,
    ).toBe(true)
  }
})

describe('a violation is reported by exactly its rules', () => {
  test.each(violations.map((violation) => ({ violation, name: violation.join(': ') })))(
    '$name',
    ({ violation }) => {
      expect(results.brokenRules.get(violation)).toBe(violation[0])
    },
  )

  test('no rule reports a file without a violation', () => {
    expect(results.strays).toEqual([])
  })
})

describe('an allowed import that looks like a violation passes', () => {
  test.each(allowedCases)('$name', ({ violation }) => {
    expect(results.brokenRules.get(violation)).toBe('')
  })
})

test('every rule has a violation', () => {
  const covered = new Set(violations.flatMap(([rules]) => rules.split(', ')))
  const names = (options.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? '')
  expect(names.filter((name) => !covered.has(name) && !name.startsWith('order-'))).toEqual([])
})

test('the order forbids each slice exactly those after it', () => {
  for (const [index, slice] of slices.entries()) {
    const rule = options.ruleSet?.forbidden?.find(({ name }) => name === `order-${slice}`)
    const { path } = (rule as IRegularForbiddenRuleType | undefined)?.to ?? {}
    const targets = [path ?? []].flat()
    const forbidden = slices.filter((other) =>
      targets.some((target) => new RegExp(target).test(`${at}/${other}/schema.ts`)),
    )
    expect(forbidden, slice).toEqual(slices.slice(index + 1))
  }
})
