import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const THEME = resolve('src/ui/theme/theme.css')
const OPTIONS = {
  targetFormat: 'woff2' as const,
  /**
   * OpenType features to keep. Hinting is kept, too: it is small, and without it Linux spaces letters by
   * whole pixels.
   */
  keepFeatures: ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'],
}

interface Face {
  file: string
  from: string
  characters: string
  weights: { min: number; max: number }
}

/**
 * Finds the faces of a style sheet with a file `~fonts/PACKAGE.woff2`. Each is a subset of that package's
 * Latin font with the weights and characters that the face declares.
 * @throws when a face does not declare two weights and a list of U+…
 */
export function facesIn(css: string): Face[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, body = '']) => {
    const name = /~fonts\/([a-z]+)\.woff2/.exec(body)?.[1]
    if (!name) return []
    const [min, max] = (/font-weight:\s*(\d+ \d+)/.exec(body)?.[1] ?? '').split(' ').map(Number)
    const ranges = /unicode-range:([^;]*)/.exec(body)?.[1]?.match(/[0-9A-F]+(-[0-9A-F]+)?(?=\s*(,|$))/gi)
    if (!min || !max || !ranges) throw new Error(`~fonts/${name}.woff2: weights and characters are missing.`)
    const characters = ranges.flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    const from = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`
    return [{ file: `${name}.woff2`, from, characters: characters.join(''), weights: { min, max } }]
  })
}

/**
 * Vite plugin that resolves `~fonts/…` in style sheets and imports to fonts with only the characters and
 * weights that theme.css declares. Subsets are cached in .cache/fonts.
 */
export const smallFonts: Plugin = {
  name: 'small-fonts',
  async config() {
    const { resolve: resolvePackage } = createRequire(import.meta.url)
    const faces = facesIn(readFileSync(THEME, 'utf8')).map((face) => ({
      ...face,
      fullFont: readFileSync(resolvePackage(face.from)),
    }))
    const key = createHash('sha256').update(readFileSync(resolvePackage('subset-font/package.json')))
    key.update(JSON.stringify([OPTIONS, faces.map(({ fullFont: _, ...face }) => face)]))
    for (const { fullFont } of faces) key.update(fullFont)
    const folder = resolve('.cache', 'fonts', key.digest('hex').slice(0, 16))
    mkdirSync(folder, { recursive: true })
    for (const { file, fullFont, characters, weights } of faces) {
      const path = join(folder, file)
      if (existsSync(path)) continue
      const subset = await subsetFont(fullFont, characters, {
        ...OPTIONS,
        variationAxes: { wght: weights },
      })
      // Written atomically, because another build may run at the same time.
      writeFileSync(`${path}.${process.pid}`, subset)
      renameSync(`${path}.${process.pid}`, path)
    }
    return { resolve: { alias: { '~fonts': folder } } }
  },
}
