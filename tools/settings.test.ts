import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Compares documents and examples with the existing settings and commands.

const read = (file: string) => readFileSync(file, 'utf8')
const unique = (names: Iterable<string>) => [...new Set(names)].sort()
const found = (text: string, pattern: RegExp) =>
  unique([...text.matchAll(pattern)].map((one) => one[1] ?? ''))

const settings = found(
  read('src/platform/config/config.ts'),
  /\b(?:text|list|url|email|integer|oneOf)\('([A-Z_]+)'/g,
)
/** Variables of Docker images and the runtime. */
const foreign = /^(NODE_ENV|PATH|POSTGRES_\w+|MINIO_\w+|S3_SECRET)$/
const ours = (names: string[]) => names.filter((name) => !foreign.test(name))

const compose = read('compose.example.yaml')
const tableOf = (text: string) => {
  const [, section = ''] = text.split(/^## Settings$/m)
  const rows =
    section
      .split(/^## /m)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? []
  return unique(rows.flatMap((row) => found(row.split('|')[1] ?? '', /`([A-Z_]+)`/g)))
}

test('finds the settings in config.ts', () => {
  expect(settings).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'FILES_URL', 'TRUSTED_PROXIES']))
})

test('docs/operations.md has a row for every setting, and no other', () => {
  expect(tableOf(read('docs/operations.md'))).toEqual(settings)
})

test('DAT-58 docs/operations.md says what encryption at rest saves from, what not, and what stays clear', () => {
  const [, section = ''] = read('docs/operations.md').split('## Encryption at rest')
  for (const words of [
    'lost disk or bucket',
    'taken over a running process',
    'Messages, cases and RUTs stay clear',
  ])
    expect(section.split('\n## ')[0]).toContain(words)
})

test('the Dockerfile sets only existing settings', () => {
  const set = found(read('Dockerfile').replaceAll('\\\n', '\n'), /^(?:ENV)?\s+([A-Z_]+)=/gm)
  expect(set).toEqual(expect.arrayContaining(['HOST', 'PORT', 'DATA_DIR']))
  expect(ours(set).filter((name) => !settings.includes(name))).toEqual([])
})

test('the compose example passes existing settings, including those of production, and explains required variables', () => {
  const [, app = ''] = /^ {2}app:\n([\s\S]*?)^ {2}\w+:$/m.exec(compose) ?? []
  const passed = found(app, /^ {6}([A-Z_]+):/gm)
  expect(passed.filter((name) => !settings.includes(name))).toEqual([])
  expect(passed).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'PUBLIC_URL', 'SESSION_SECRET', 'SMTP_URL', 'SUPPORT_EMAIL']),
  )
  const used = found(compose, /\$\{([A-Z0-9_]+)[:}]/g)
  expect(ours(used).filter((name) => !settings.includes(name))).toEqual([])
  const required = found(compose, /\$\{([A-Z_]+):\?/g)
  for (const name of required) expect(compose).toMatch(new RegExp(`^# +${name}=`, 'm'))
})

test('images have a fixed version', () => {
  const images = [...found(read('Dockerfile'), /^FROM (\S+)/gm), ...found(compose, /^\s+image: (\S+)/gm)]
  expect(images.length).toBeGreaterThan(2)
  for (const image of images) expect(image).toMatch(/:(\d+\.\d+[\w.-]*|RELEASE\.\S+)$/)
  // The image has the same Node version as the npm package.
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  expect(images[0]).toBe(`node:${dependencies.node}-bookworm-slim`)
})

test('every command in the documents exists, and README.md lists all commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'tests/README.md',
    'docs/operations.md',
    'docs/faults.md',
  ]
  for (const file of documents) {
    const named = found(read(file), /npm (?:run )?(start|test|(?<=run )[a-z:-]+)/g)
    expect([file, named.filter((name) => !(name in scripts))]).toEqual([file, []])
  }
  const readme = found(read('README.md'), /npm (?:run )?(start|test|(?<=run )[a-z:-]+)/g)
  expect(Object.keys(scripts).filter((name) => !readme.includes(name))).toEqual([])
  for (const command of found(read('tools/bootstrap.mjs'), /script: '([^']+)'/g))
    expect(existsSync(command)).toBe(true)
})
