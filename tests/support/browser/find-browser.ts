/** Finds the Chromium of the browser tests, or unpacks the one of the npm package. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Browser {
  executablePath: string
  args: string[]
  /** Environment variables that the browser process needs. */
  env: Record<string, string>
}

/** Not the arguments of the npm package: its --single-process crashes when a browser context is closed. */
const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu']
const NOT_FOUND_MESSAGE =
  'No hay un navegador para las pruebas: ejecuta «npm install» con las dependencias de desarrollo, instala chromium o indica CHROME_PATH.'

/**
 * Finds CHROME_PATH, else the browser of the npm package (a pinned version), else /usr/bin/chromium.
 * @throws with one clear line when there is none
 */
export async function findBrowser(env: Record<string, string | undefined> = process.env): Promise<Browser> {
  const chosen = env.CHROME_PATH
  if (chosen) {
    if (!fs.existsSync(chosen)) throw new Error(`CHROME_PATH indica ${chosen}, que no existe.`)
    return { executablePath: chosen, args: BROWSER_ARGS, env: {} }
  }
  const fromNpm = await npmBrowser().catch((error: unknown) => String(error))
  if (typeof fromNpm === 'object') return fromNpm
  if (fs.existsSync('/usr/bin/chromium'))
    return { executablePath: '/usr/bin/chromium', args: BROWSER_ARGS, env: {} }
  throw new Error(`${NOT_FOUND_MESSAGE} (${fromNpm})`)
}

async function npmBrowser(): Promise<Browser> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const root = path.dirname(path.dirname(main))
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  // One folder for each version, because the package would reuse the binary of an older version.
  const folder = path.resolve('node_modules', '.cache', `chromium-${version}`)
  if (!fs.existsSync(folder)) await unpack(root, folder)
  const executablePath = path.join(folder, 'chromium')
  const libraries = lacksLibraries(executablePath)
    ? { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') }
    : {}
  return {
    executablePath,
    args: BROWSER_ARGS,
    env: { FONTCONFIG_PATH: writeFontConfig(folder), ...libraries },
  }
}

/**
 * Replaces the font configuration of the package, which names folders of another machine. Without any font,
 * Chromium crashes at the first glyph that a web font lacks. The new one names the fonts of the package, then
 * those of the system.
 * @returns the folder for FONTCONFIG_PATH
 */
function writeFontConfig(folder: string): string {
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
    // Written atomically, because another worker may be reading it.
    fs.writeFileSync(`${file}.${process.pid}`, list)
    fs.renameSync(`${file}.${process.pid}`, file)
  }
  return fonts
}

/**
 * Unpacks into a temporary folder and renames it when complete: concurrent processes do not disturb each
 * other, and a killed one leaves no incomplete browser behind.
 */
async function unpack(root: string, folder: string): Promise<void> {
  const partial = `${folder}.${process.pid}.half`
  fs.rmSync(partial, { recursive: true, force: true })
  fs.mkdirSync(partial, { recursive: true })
  // In a child process, because the package unpacks into TMPDIR.
  const program = `
    import chromium, { inflate } from '@sparticuz/chromium'
    await chromium.executablePath()
    await inflate(process.argv[1])`
  const libraries = path.join(root, 'bin', 'al2023.tar.br')
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program, libraries], {
    env: { PATH: process.env.PATH, TMPDIR: partial },
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`unpacking failed: ${run.stderr}`)
  for (let attempt = 1; ; attempt++) {
    try {
      fs.renameSync(partial, folder)
      return
    } catch (error) {
      if (fs.existsSync(folder)) break // another process was faster
      if (attempt === 3) throw error
      await sleep(100)
    }
  }
  fs.rmSync(partial, { recursive: true, force: true })
}

/** Whether the system lacks libraries that the browser is linked with, or has no ldd to tell. */
function lacksLibraries(executable: string): boolean {
  const run = spawnSync('ldd', [executable], { encoding: 'utf8' })
  return (run.status ?? 0) !== 0 || /not found/.test(run.stdout)
}
