import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { makeActiveCase } from '../../src/demo-data/conversations.ts'
import { makeDocument } from '../../src/demo-data/workspace.ts'
import { zipStream } from '../../src/platform/files/zip.server.ts'
import { useTestApp } from '../support/app/suite.ts'
import { pdf } from '../support/files/test-files.ts'

const testApp = useTestApp()

async function caseWithDocuments(names = ['carta.pdf', 'Carta.pdf', '=1+1.pdf']) {
  const client = await testApp.member({ role: 'client' })
  const lawyer = await testApp.member({ role: 'lawyer', verificationStatus: 'verified' })
  const { platform } = testApp
  const { caseId } = await makeActiveCase(platform, { clientId: client.id, lawyerId: lawyer.id })
  const documents = []
  for (const name of names)
    documents.push(await makeDocument(platform, { caseId, userId: client.id, name, bytes: pdf() }))
  return { client, lawyer, caseId, documents, url: `/api/cases/${caseId}/documentos.zip` }
}

const viewsOf = (caseId: string) =>
  testApp.database.sql(
    'select v.user_id from document_views v join case_documents d on d.id = v.document_id where d.case_id = $1',
    [caseId],
  )

/** The files of a ZIP without compression, read from its directory. */
function filesIn(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  expect(end).toBeGreaterThan(0)
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, extra] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(name, zip.subarray(start, start + size))
    at += 46 + nameLength + extra + zip.readUInt16LE(at + 32)
  }
  return files
}

describe('«Descargar todo»', () => {
  test('SEG-24, SEG-22 the ZIP has the documents under distinct names and an index; it counts as seen', async () => {
    const { client, lawyer, caseId, url } = await caseWithDocuments()
    await client.get(url)
    expect(await viewsOf(caseId)).toEqual([])
    const response = await lawyer.get(url)
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('application/zip')
    expect(response.headers['cache-control']).toBe('no-store')
    const files = filesIn(response.body)
    expect([...files.keys()].sort()).toEqual([
      'Otros documentos/=1+1.pdf',
      'Otros documentos/Carta.pdf',
      'Otros documentos/carta (2).pdf',
      'indice.csv',
    ])
    expect(files.get('Otros documentos/Carta.pdf')).toEqual(pdf())
    const index = files.get('indice.csv')?.toString() ?? ''
    expect(index).toMatch(/^\uFEFF"Archivo";"Subido por";"Fecha";"SHA-256"\r\n/)
    expect(index.split(createHash('sha256').update(pdf()).digest('hex'))).toHaveLength(4)
    await expect.poll(() => viewsOf(caseId)).toEqual(Array(3).fill({ user_id: lawyer.id }))
  })

  test('SEG-24 only the parties; without a session 401; deleted documents and older versions are not in it', async () => {
    const { client, lawyer, url, caseId, documents } = await caseWithDocuments(['a.pdf', 'b.pdf'])
    const stranger = await testApp.member({ role: 'lawyer', verificationStatus: 'verified' })
    for (const path of [url, `/api/cases/${randomUUID()}/documentos.zip`, '/api/cases/nada/documentos.zip'])
      expect((await stranger.get(path)).status).toBe(404)
    expect((await testApp.visitor().get(url)).status).toBe(401)
    await client.rpc('workspace.deleteDocument', { caseId, documentId: documents[0]?.id })
    const files = filesIn((await lawyer.get(url)).body)
    expect([...files.keys()]).toEqual(['Otros documentos/b.pdf', 'indice.csv'])
  })

  test('SEG-24 5 an hour and person, then 429; HEAD counts none', async () => {
    const { lawyer, client, url } = await caseWithDocuments(['a.pdf'])
    const statusOf = async (method = 'GET') => (await lawyer.send(url, { method })).status
    for (let n = 0; n < 5; n++) {
      expect(await statusOf('HEAD')).toBe(200)
      expect(await statusOf()).toBe(200)
    }
    expect(await statusOf('HEAD')).toBe(429)
    expect(await statusOf()).toBe(429)
    expect((await client.get(url)).status).toBe(200)
  })

  test('SEG-24 a missing file breaks the download off; nothing counts as seen', async () => {
    const { lawyer, url, caseId, documents } = await caseWithDocuments(['a.pdf', 'b.pdf'])
    await testApp.platform.files.remove(documents[0]?.key ?? '')
    await expect(lawyer.get(url)).rejects.toThrow()
    expect(await viewsOf(caseId)).toEqual([])
  })
})

describe('SEG-24 the stream of a ZIP', () => {
  const file = (key: string, bytes: number) => ({ path: `${key}.pdf`, key, bytes, modified: new Date() })
  const index = () => ({ path: 'indice.csv', text: '' })

  test('fails when a file is shorter than stored, missing, or breaks off', async () => {
    const short = { open: async () => Readable.from([Buffer.alloc(10)]) }
    const missing = { open: async () => null }
    const broken = {
      open: async () =>
        new Readable({
          read() {
            this.push(Buffer.alloc(5))
            this.destroy(new Error('disk'))
          },
        }),
    }
    for (const storage of [short, missing, broken])
      await expect(buffer(zipStream(storage, [file('a', 11)], index))).rejects.toThrow()
  })

  test('opens one file at a time, and none after the download was cancelled', async () => {
    const opened: Readable[] = []
    const storage = {
      open: async () => {
        expect(opened.every((stream) => stream.readableEnded)).toBe(true)
        const stream = Readable.from(Array(16).fill(Buffer.alloc(65_536)))
        opened.push(stream)
        return stream
      },
    }
    const files = Array.from({ length: 5 }, (_, n) => file(String(n), 16 * 65_536))
    expect((await buffer(zipStream(storage, files, index))).length).toBeGreaterThan(5 * 16 * 65_536)
    opened.length = 0
    const stream = zipStream(storage, files, index)
    stream.once('data', () => stream.destroy())
    await new Promise((resolve) => stream.once('close', resolve))
    await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true)
    expect(opened.length).toBeLessThan(5)
  })
})

test('SEG-22 GET counts as seen; HEAD, a prefetch and a later part do not', async () => {
  const { lawyer, caseId, documents } = await caseWithDocuments(['a.pdf'])
  const url = documents[0]?.file_url ?? ''
  await lawyer.send(url, { method: 'HEAD' })
  await lawyer.get(url, { 'sec-purpose': 'prefetch' })
  await lawyer.get(url, { range: 'bytes=10-' })
  expect(await viewsOf(caseId)).toEqual([])
  await lawyer.get(url)
  expect(await viewsOf(caseId)).toEqual([{ user_id: lawyer.id }])
})
