import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

const open = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)

/** The files of a ZIP by their paths. yauzl refuses paths that leave the folder. */
export async function readZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const archive = await open(zip, { lazyEntries: false, autoClose: true })
  const entries: yauzl.Entry[] = []
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', (entry: yauzl.Entry) => entries.push(entry))
    archive.on('end', resolve)
    archive.on('error', reject)
  })
  const again = await open(zip, { lazyEntries: true, autoClose: false })
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    const stream = await promisify(
      again.openReadStream.bind(again) as (
        entry: yauzl.Entry,
        done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
      ) => void,
    )(entry)
    files.set(entry.fileName, await buffer(stream))
  }
  return files
}
