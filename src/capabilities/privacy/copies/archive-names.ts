/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i
const MAX_NAME_LENGTH = 120

/**
 * DAT-09: a path in an archive that is safe to unpack: no folder of others, no reserved name, no control character, no
 * name that a spreadsheet would run, and none twice, regardless of capitals.
 * @param used the paths that exist already, in lower case; the new one is added
 */
export function archivePath(folder: string, name: string, used: Set<string>): string {
  const cleaned = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|&']/gu, '_')
    .replace(/^[\s.=+@-]+|[\s.]+$/g, '')
  const safe = cleaned === '' || RESERVED.test(cleaned) ? `archivo-${cleaned}` : cleaned
  const dot = safe.lastIndexOf('.')
  const stem = [...(dot > 0 ? safe.slice(0, dot) : safe)].slice(0, MAX_NAME_LENGTH).join('')
  const extension = dot > 0 ? safe.slice(dot, dot + 12) : ''
  for (let number = 1; ; number++) {
    const path = `${folder}/${stem}${number === 1 ? '' : ` (${number})`}${extension}`
    const key = path.toLowerCase()
    if (used.has(key)) continue
    used.add(key)
    return path
  }
}
