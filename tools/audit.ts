// npm run audit: checks the installed packages without network. Every production dependency has an allowed
// licence, and every package with an install script is known.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that ask for no more than a notice. */
const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])
/** Licences that ask for more, allowed for packages that are used unchanged: beginning of the name → licence. */
const LICENCE_EXCEPTIONS: Record<string, string> = {
  '@img/sharp-': 'LGPL-3.0-or-later',
  lightningcss: 'MPL-2.0',
}
/** Packages whose install script npm skips because `allowScripts` of package.json does not name them. */
const SKIPPED_SCRIPTS = ['esbuild']
const SCRIPTS = ['preinstall', 'install', 'postinstall']

interface LockedPackage {
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
}
interface Manifest {
  license?: string
  scripts?: Record<string, string>
}

function readJson<T>(...path: string[]): T | null {
  const file = join(...path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Whether an SPDX expression of licences, AND and OR can be fulfilled with the allowed ones. */
function isAllowed(name: string, expression: string): boolean {
  const exceptions = Object.entries(LICENCE_EXCEPTIONS).filter(([prefix]) => name.startsWith(prefix))
  const allowed = new Set([...ALLOWED_LICENCES, ...exceptions.map(([, licence]) => licence)])
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence)))
}

/**
 * Checks the packages of package-lock.json, and their own package.json where they are installed.
 * @param root folder of package.json, package-lock.json and node_modules
 * @returns one line per finding
 */
export function auditPackages(root: string): string[] {
  const { packages = {} } =
    readJson<{ packages: Record<string, LockedPackage> }>(root, 'package-lock.json') ?? {}
  const { allowScripts = {} } =
    readJson<{ allowScripts?: Record<string, boolean> }>(root, 'package.json') ?? {}
  const findings: string[] = []
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const installed = readJson<Manifest>(root, path, 'package.json')
    const licences = [locked.license, installed?.license].filter((licence) => licence !== undefined)
    if (!locked.dev && (licences.length === 0 || !licences.every((licence) => isAllowed(name, licence))))
      findings.push(`${path}: licence ${licences.join(', ') || 'missing'} is not allowed`)
    const hasScript = locked.hasInstallScript || SCRIPTS.some((script) => installed?.scripts?.[script])
    if (hasScript && !allowScripts[name] && !SKIPPED_SCRIPTS.includes(name))
      findings.push(`${path}: unknown install script`)
  }
  return findings
}

if (import.meta.main) {
  const findings = auditPackages(join(import.meta.dirname, '..'))
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exitCode = 1
  else console.log('audit: OK')
}
