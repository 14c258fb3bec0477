import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { PRIVATE_DIR_MODE } from '../../../platform/files/storage.server.ts'
import { findFile, openStoredFile } from '../../../platform/files/stored-files.server.ts'
import type { Keys } from '../../../platform/keys/keys.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { archivePath } from './archive-names.ts'
import type { CopiedFile, CopySection } from './copy-sections.server.ts'
import { textOf } from './copy-texts.ts'

/** A part of a copy has at most so many bytes of files, so that a download that breaks off loses little. */
export const MAX_PART_BYTES = 500 * 1000 * 1000
const FORMAT_VERSION = 1

export interface PlacedFile {
  /** In the archive. */
  path: string
  key: string
  bytes: number
}

export interface CopyContent {
  json: Page
  html: Page
  /** What stands before the page: its beginning, with the list of contents, which is known at the end. */
  htmlStart: string
  files: readonly PlacedFile[]
  /** Names of the files that the storage does not have. */
  missing: readonly string[]
  remove(): Promise<void>
}

const escaped = (value: unknown) => String(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** The beginning of a page that runs nothing and loads nothing, also when somebody else's words are in it. */
const pageStart = (title: string) =>
  `<!doctype html><html lang="es-CL"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:12rem 1fr;gap:.25rem 1rem;border-top:1px solid #ccc;padding:.75rem 0;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}</style></head><body><h1>${title}</h1>`
const PAGE_END = '</body></html>\n'

const addressOf = (path: string) => escaped(path.split('/').map(encodeURIComponent).join('/'))

const contentsOf = (titles: readonly string[]) =>
  `<nav aria-label="Contenido"><ul>${titles
    .map((title, at) => `<li><a href="#s${at + 1}">${escaped(title)}</a></li>`)
    .join('')}</ul></nav>\n`

/** A page of a copy in a temporary file, encrypted: a process that is killed leaves it behind. */
interface Page {
  path: string
  /** Of its content. */
  bytes: number
}

/** Writes a page, waiting while the buffer is full. */
async function pageWriter(keys: Keys, page: Page) {
  const stream = await keys.encryptor({ page: page.path })
  const written = pipeline(stream, createWriteStream(page.path, { flags: 'wx', mode: 0o600 }))
  written.catch(() => {})
  return {
    write(text: string) {
      page.bytes += Buffer.byteLength(text)
      if (stream.write(text)) return undefined
      return Promise.race([written, new Promise<void>((resolve) => stream.once('drain', resolve))])
    },
    end() {
      stream.end()
      return written
    },
  }
}

async function readPage(keys: Keys, { path }: Page, start = ''): Promise<Readable> {
  // A failure also destroys the output, with the same error.
  const output = new PassThrough()
  if (start) output.write(start)
  pipeline(createReadStream(path), await keys.decryptor({ page: path }), output).catch(() => {})
  return output
}

/**
 * DAT-06: writes `datos.json` and `datos.html`, the same content, line by line: memory does not grow
 * with it.
 * @param files filled while the sections are read
 */
export async function writeContent(
  platform: Pick<Platform, 'db' | 'files' | 'keys'>,
  sections: AsyncIterable<CopySection>,
  files: readonly CopiedFile[],
): Promise<CopyContent> {
  // The first upload would make it, too.
  await mkdir(platform.files.incomingDir, { recursive: true, mode: PRIVATE_DIR_MODE })
  const [json, html]: [Page, Page] = [
    { path: join(platform.files.incomingDir, randomUUID()), bytes: 0 },
    { path: join(platform.files.incomingDir, randomUUID()), bytes: 0 },
  ]
  const remove = async () => {
    await rm(json.path, { force: true })
    await rm(html.path, { force: true })
  }
  try {
    const [asJson, asHtml] = [await pageWriter(platform.keys, json), await pageWriter(platform.keys, html)]
    await asJson.write(`{"formato":"amparo-datos","version":${FORMAT_VERSION},"secciones":[`)
    const titles: string[] = []
    const paths = new Set<string>()
    const linked = (text: string, value: unknown) =>
      typeof value === 'string' && paths.has(value) ? `<a href="${addressOf(value)}">${text}</a>` : text
    const writeSection = async ({ title, rows, words }: CopySection) => {
      let rowCount = 0
      for await (const row of rows) {
        if (rowCount === 0) {
          await asJson.write(`${titles.length > 0 ? ',' : ''}\n{"titulo":${JSON.stringify(title)},"filas":[`)
          titles.push(title)
          await asHtml.write(`<h2 id="s${titles.length}">${escaped(title)}</h2>`)
        }
        await asJson.write(`${rowCount++ ? ',' : ''}\n${JSON.stringify(row)}`)
        const facts = Object.entries(row).map(
          ([name, value]) =>
            `<dt>${escaped(name)}</dt><dd>${linked(escaped(textOf(name, value, words)), value)}</dd>`,
        )
        await asHtml.write(`<dl>${facts.join('')}</dl>\n`)
      }
      if (rowCount > 0) await asJson.write(']}')
    }
    for await (const section of sections) await writeSection(section)
    const { placed, missing } = await placeFiles(platform, files)
    for (const { path } of placed) paths.add(path)
    await writeSection({
      title: 'Archivos',
      rows: [
        ...placed.map(({ path, bytes }) => ({ Archivo: path, Bytes: bytes })),
        ...missing.map((name) => ({ 'No se pudo incluir': name })),
      ],
    })
    await asJson.write(']}\n')
    await asHtml.write(PAGE_END)
    await asJson.end()
    await asHtml.end()
    const htmlStart = pageStart('Tus datos en Amparo') + contentsOf(titles)
    return { json, html, htmlStart, files: placed, missing, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Gives each file its path, once, and finds those that the storage does not have. */
async function placeFiles(platform: Pick<Platform, 'db' | 'files'>, files: readonly CopiedFile[]) {
  const placed: PlacedFile[] = []
  const missing: string[] = []
  const [used, seen] = [new Set<string>(), new Set<string>()]
  for (const { key, name, folder } of files) {
    if (seen.has(key)) continue
    seen.add(key)
    const stored = await findFile(platform.db, key)
    if (stored && (await platform.files.exists(key)))
      placed.push({ key, bytes: stored.bytes, path: archivePath(folder, name, used) })
    else missing.push(name)
  }
  return { placed, missing }
}

/** The files of each part of a copy; the first part has the pages, too. */
export function partsOf(files: readonly PlacedFile[], maxBytes = MAX_PART_BYTES): PlacedFile[][] {
  const parts: PlacedFile[][] = [[]]
  let bytes = 0
  for (const file of files) {
    if (bytes > 0 && bytes + file.bytes > maxBytes) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(file)
    bytes += file.bytes
  }
  return parts
}

export const missingText = (count: number): string =>
  count === 1 ? '1 archivo no se pudo incluir' : `${count} archivos no se pudieron incluir`

const readmePage = ({ missing }: CopyContent, parts: number) =>
  [
    pageStart('Tu copia de datos de Amparo'),
    '<p>«datos.html» se lee en cualquier navegador. «datos.json» tiene lo mismo, para otros programas. Los archivos están en «archivos/».</p>',
    parts > 1 ? `<p>La copia tiene ${parts} partes.</p>` : '',
    missing.length > 0
      ? `<p>${missingText(missing.length)}:</p><ul>${missing.map((name) => `<li>${escaped(name)}</li>`).join('')}</ul>`
      : '',
    PAGE_END,
  ].join('')

/** DAT-07: a part as a ZIP that is made while it is read. The stream fails where a file does not open. */
export function zipPart(
  platform: Pick<Platform, 'db' | 'files' | 'keys'>,
  content: CopyContent,
  part: { files: readonly PlacedFile[]; isFirst: boolean; parts: number },
  onBytes: (bytes: number) => void,
): Readable {
  const zip = new ZipFile()
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  const fail = (error: unknown) => void counter.destroy(error as Error)
  zip.on('error', fail)
  if (part.isFirst) {
    zip.addBuffer(Buffer.from(readmePage(content, part.parts)), 'LEEME.html')
    const size = Buffer.byteLength(content.htmlStart) + content.html.bytes
    addStream('datos.html', { size }, () => readPage(platform.keys, content.html, content.htmlStart))
    addStream('datos.json', { size: content.json.bytes }, () => readPage(platform.keys, content.json))
  }
  for (const { path, key, bytes } of part.files)
    addStream(path, { size: bytes, compress: false }, () => openStoredFile(platform, key))
  zip.end()
  pipeline(zip.outputStream as Readable, counter).catch(() => {})
  return counter

  function addStream(
    path: string,
    options: { size: number; compress?: boolean },
    open: () => Promise<Readable | null>,
  ): void {
    zip.addReadStreamLazy(path, { ...options, mode: 0o100_600 }, (add) => {
      open().then((stream) => {
        if (!stream) return fail(new Error(`stored file is missing: ${path}`))
        stream.once('error', fail)
        const end = () => stream.destroy()
        counter.once('close', end)
        stream.once('close', () => counter.off('close', end))
        add(null, stream)
      }, fail)
    })
  }
}
