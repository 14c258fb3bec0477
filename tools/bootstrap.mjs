// The entry point of every npm command. Installs missing packages, rebuilds a stale build, and starts the
// command with the pinned Node. It uses only built-in modules, because it runs before node_modules exists,
// with any Node from 20.19.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const node = join(root, 'node_modules', 'node', 'bin', 'node')
const INSTALL_STAMP = join('node_modules', '.amparo-install')
/** V8's compile cache (docs/decisions/0002). */
const COMPILE_CACHE = join('node_modules', '.cache', 'compiled')
const BUILD_STAMP = join('build', '.stamp')
/** Inputs of the build. */
const BUILD_SOURCES = [
  'src',
  'data/demo',
  'data/ayuda-gratuita.json',
  'data/feriados-extra.json',
  'data/plazos.json',
  'public',
  'tools/compress.ts',
  'tools/fonts.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** Command → script, whether it needs the build, and NODE_ENV (which only React reads). */
const COMMANDS = {
  start: { script: 'src/server/start.ts', build: true, mode: 'production' },
  dev: { script: 'src/server/dev.ts', build: false, mode: 'development' },
  test: { script: 'tools/test.ts', build: true, mode: 'production' },
  check: { script: 'tools/check.ts', build: false, mode: 'development' },
  bench: { script: 'tools/bench.ts', build: true, mode: 'production' },
  build: { script: null, build: true, mode: 'production' },
  'triage:train': { script: 'tools/triage-train.ts', build: false, mode: 'development' },
  tour: { script: 'tools/tour.ts', build: true, mode: 'production' },
  audit: { script: 'tools/audit.ts', build: false, mode: 'development' },
  conformance: { script: 'tools/conformance.ts', build: false, mode: 'development' },
  'mutation:texts': { script: 'tools/mutate-texts.ts', build: false, mode: 'development' },
  mutation: { script: 'tools/mutation.ts', build: false, mode: 'production' },
  'db:types': { script: 'tools/database-types.ts', build: false, mode: 'development' },
  'directory:age': { script: 'tools/directory-age.ts', build: false, mode: 'production' },
  'admin:create': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  'admin:reset-factor': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  'account:suspend': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  'account:restore': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  'review:hide': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  'review:show': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  'keys:new': { script: 'src/server/operate.ts', build: false, mode: 'production' },
  'keys:retire': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  'audit:check': { script: 'src/server/operate.ts', build: true, mode: 'production' },
  backup: { script: 'src/server/operate.ts', build: false, mode: 'production' },
  restore: { script: 'src/server/operate.ts', build: false, mode: 'production' },
  faults: { script: 'tools/faults.ts', build: true, mode: 'production' },
  looks: { script: 'tools/looks.ts', build: true, mode: 'production' },
  fuzz: { script: 'tools/fuzz.ts', build: false, mode: 'production' },
  'demo:reset': { script: 'src/server/operate.ts', build: true, mode: 'production' },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = COMMANDS[name]
if (!command) fail(`Orden desconocida: ${name}. Las que hay: ${Object.keys(COMMANDS).join(', ')}.`)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Amparo necesita Node 20.19 o posterior; este es ${process.versions.node}.`)

install()
if (command.build) build()
if (command.script) runCommand()

function install() {
  const wanted = digest(['package-lock.json']) + process.platform + process.arch
  if (read(INSTALL_STAMP) === wanted && existsSync(node) && allPackagesInstalled()) return
  console.log('Instalando dependencias (solo la primera vez o cuando cambian)…')
  const npm = process.env.npm_execpath
  // Not `npm ci`: it refuses a lock file without the optional packages of other platforms, and a registry
  // without these packages cannot create such a lock file (docs/decisions/0002). Versions and checksums still
  // come from the lock file; --no-save leaves it unchanged.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const run = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit' })
  if (run.status !== 0) fail('No se pudieron instalar las dependencias.')
  // If npm skips install scripts, the one that installs the pinned Node must be run here.
  if (!existsSync(node)) {
    const script = join('node_modules', 'node', 'installArchSpecificPackage.js')
    if (existsSync(script))
      spawnSync(process.execPath, [script], { cwd: join('node_modules', 'node'), stdio: 'inherit' })
  }
  if (!existsSync(node))
    fail('Falta el Node fijado en node_modules/node: instala permitiendo los scripts de instalación.')
  writeFileSync(INSTALL_STAMP, wanted)
}

/**
 * Whether all packages of package.json exist. The stamp alone is not enough: someone may have deleted
 * packages.
 */
function allPackagesInstalled() {
  const { dependencies, devDependencies } = JSON.parse(read('package.json') ?? '{}')
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    existsSync(join('node_modules', name, 'package.json')),
  )
}

function build() {
  const wanted = digest(BUILD_SOURCES)
  if (read(BUILD_STAMP) === wanted) return
  console.log('Construyendo la aplicación…')
  rmSync(BUILD_STAMP, { force: true })
  const log = join('.cache', 'build.log')
  mkdirSync('.cache', { recursive: true })
  const run = spawnSync(node, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  writeFileSync(log, `${run.stdout}${run.stderr}`)
  if (run.status !== 0) fail(`${run.stderr}\nLa construcción falló; el detalle está en ${log}.`)
  const pack = spawnSync(node, ['tools/compress.ts'], { stdio: 'inherit' })
  if (pack.status !== 0) fail('No se pudieron comprimir los archivos.')
  writeFileSync(BUILD_STAMP, wanted)
}

function runCommand() {
  // The IPC channel closes when this process ends, even by SIGKILL; the child then stops, too.
  const child = spawn(
    node,
    [command.script, ...(command.script.endsWith('operate.ts') ? [name] : []), ...rest],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Set for the child's start, so that the cache includes its main script, for which stripping types is
      // slow.
      env: { NODE_COMPILE_CACHE: join(root, COMPILE_CACHE), ...process.env, NODE_ENV: command.mode },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGINT' && process.stdin.isTTY ? 0 : signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  child.on('error', (error) => fail(error.message))
  // Under npm, also end when npm is killed with SIGKILL. There may be a shell between npm and this process.
  if (process.env.npm_lifecycle_event) {
    const initialAncestors = ancestors()
    setInterval(() => {
      if (ancestors() !== initialAncestors) child.kill('SIGTERM')
    }, 500).unref()
  }
}

/** The ids of the parent process and its parent, as text; only the parent where there is no /proc. */
function ancestors() {
  const status = read(`/proc/${process.ppid}/status`)
  return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status ?? '')?.[1] ?? ''}`
}

function digest(paths) {
  const hash = createHash('sha256').update(process.versions.modules && 'v1')
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) visit(join(path, entry))
    } else if (!/\.test\.tsx?$/.test(path))
      hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
