/** The Chromium of the browser tests: found or unpacked, without apt. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Browser {
  executablePath: string
  args: string[]
  /** What the browser's process needs in its environment. */
  env: Record<string, string>
}

/** Never the package's own arguments: its --single-process crashes when a context is closed (measured). */
const ARGS = ['--no-sandbox', '--disable-gpu']
const NONE =
  'No hay un navegador para las pruebas: ejecuta «npm install» con las dependencias de desarrollo, instala chromium o indica CHROME_PATH.'

/**
 * CHROME_PATH, else the npm package's (the same version for everyone), else /usr/bin/chromium.
 * @throws one clear line when there is none
 */
export async function findBrowser(env: Record<string, string | undefined> = process.env): Promise<Browser> {
  const chosen = env.CHROME_PATH
  if (chosen) {
    if (!fs.existsSync(chosen)) throw new Error(`CHROME_PATH indica ${chosen}, que no existe.`)
    return { executablePath: chosen, args: ARGS, env: {} }
  }
  const fromNpm = await npmBrowser().catch((error: unknown) => String(error))
  if (typeof fromNpm === 'object') return fromNpm
  if (fs.existsSync('/usr/bin/chromium')) return { executablePath: '/usr/bin/chromium', args: ARGS, env: {} }
  throw new Error(`${NONE} (${fromNpm})`)
}

async function npmBrowser(): Promise<Browser> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const root = path.dirname(path.dirname(main))
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  // A folder for each version: the package would take an older one's binary for its own.
  const folder = path.resolve('node_modules', '.cache', `chromium-${version}`)
  if (!fs.existsSync(folder)) await unpack(root, folder)
  const executablePath = path.join(folder, 'chromium')
  const libraries = missesLibraries(executablePath)
    ? { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') }
    : {}
  return { executablePath, args: ARGS, env: { FONTCONFIG_PATH: fontsOf(folder), ...libraries } }
}

/**
 * The package's font list names folders of another machine: without any font Chromium dies at the first glyph that a
 * web font lacks («Not implemented», seen). This one names the fonts that came with it, then the system's.
 */
function fontsOf(folder: string): string {
  const fonts = path.join(folder, 'fonts')
  const list = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(fonts, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
  const file = path.join(fonts, 'fonts.conf')
  if (fs.readFileSync(file, 'utf8') !== list) {
    // Renamed into place: another worker may be reading it.
    fs.writeFileSync(`${file}.${process.pid}`, list)
    fs.renameSync(`${file}.${process.pid}`, file)
  }
  return fonts
}

/**
 * Unpacks beside and renames when complete: of several at once each works in a folder of its own, the first to finish
 * wins, and a kill in the middle leaves nothing that looks whole.
 */
async function unpack(root: string, folder: string): Promise<void> {
  const half = `${folder}.${process.pid}.half`
  fs.rmSync(half, { recursive: true, force: true })
  fs.mkdirSync(half, { recursive: true })
  // In a process of its own: the package unpacks into TMPDIR, which must not become ours.
  const program = `
    import chromium, { inflate } from '@sparticuz/chromium'
    await chromium.executablePath()
    await inflate(process.argv[1])`
  const libraries = path.join(root, 'bin', 'al2023.tar.br')
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program, libraries], {
    env: { PATH: process.env.PATH, TMPDIR: half },
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`unpacking failed: ${run.stderr}`)
  for (let attempt = 1; ; attempt++) {
    try {
      fs.renameSync(half, folder)
      return
    } catch (error) {
      if (fs.existsSync(folder)) break // another process was faster
      if (attempt === 3) throw error
      await sleep(100)
    }
  }
  fs.rmSync(half, { recursive: true, force: true })
}

/** Whether the system lacks libraries that the browser is linked with. Without ldd, the browser's start will tell. */
function missesLibraries(executable: string): boolean {
  const run = spawnSync('ldd', [executable], { encoding: 'utf8' })
  return (run.status ?? 0) !== 0 || /not found/.test(run.stdout)
}
