import { describe, expect, test } from 'vitest'
import { MESSAGES as CASE_MESSAGES } from '../../src/capabilities/cases/schema.ts'
import { DOCUMENT_ERRORS } from '../../src/capabilities/documents/schema.ts'
import { MESSAGES, type Task } from '../../src/capabilities/workspace/schema.ts'
import { makeActiveCase } from '../../src/demo-data/conversations.ts'
import { makeTask } from '../../src/demo-data/workspace.ts'
import { FILE_TEXTS } from '../../src/platform/files/texts.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { eventually } from '../support/database/test-database.ts'
import { cfb } from '../support/files/cfb.ts'
import { createDocx, createXlsx, createZip } from '../support/files/sample-documents.ts'
import { disguisedFiles, listFiles, pdf, picture } from '../support/files/test-files.ts'
import { type Client, newClient } from '../support/network/http-client.ts'

const MB = 1024 * 1024
const suite = useTestApp(2)

const person = (role: 'client' | 'lawyer') =>
  suite.member(
    role === 'client'
      ? { name: 'Camila Rojas' }
      : { name: 'Andrés Muñoz', role, verificationStatus: 'verified' },
  )

async function createCase() {
  const [client, lawyer] = await Promise.all([person('client'), person('lawyer')])
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  return { client, lawyer, lawyerId: lawyer.id, ...(await makeActiveCase(suite.platform, parties)) }
}

/** Returns a client with the same session at the other process. */
function twinOf(member: Member): Client {
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return twin
}

const send = (who: Client, caseId: string, body: Buffer, name = 'a.pdf') =>
  who.send(`/api/files/certificados/${caseId}`, {
    method: 'PUT',
    body,
    headers: { 'x-file-name': encodeURIComponent(name) },
  })

interface Documents {
  documents: { id: string; file_name: string; file_url: string; kind: string }[]
}

/** Adds a document as a browser does: uploads the file, then adds it to the case. */
async function addDocument(who: Client, caseId: string, body: Buffer, name?: string) {
  const sent = await send(who, caseId, body, name)
  expect(sent.status, sent.text).toBe(201)
  const { key } = sent.json<{ key: string }>()
  const added = await who.post('/api/workspace/add-document', { caseId, key })
  expect(added.status, added.text).toBe(200)
  const made = added.json<Documents>().documents.find(({ file_url }) => file_url.endsWith(key))
  if (!made) throw new Error('no document')
  return { key, ...made }
}

const tasks = async (who: Client, caseId: string) =>
  (await who.get(`/api/workspace/tasks?caseId=${caseId}`)).json<{ tasks: Task[] }>().tasks

describe('the board over HTTP', () => {
  test('OPEN-44: 50 concurrent moves over two processes end in one order, the same for everybody', async () => {
    const { client, lawyer, caseId, lawyerId } = await createCase()
    const ids: string[] = []
    for (let at = 0; at < 9; at++)
      ids.push(await makeTask(suite.platform, { caseId, lawyerId }, `Tarea ${at}`))
    const clients = [lawyer, twinOf(lawyer)]
    const columns = ['por_analizar', 'en_desarrollo', 'listo_para_cliente']
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        clients[at % 2]?.post('/api/workspace/move-task', {
          caseId,
          taskId: ids[(at * 7) % ids.length],
          status: columns[(at * 5) % 3],
          before: at % 4 === 0 ? null : ids[(at * 3 + 1) % ids.length],
        }),
      ),
    )
    expect(answers.map((answer) => answer?.status)).toEqual(Array(50).fill(200))
    const board = await tasks(client, caseId)
    expect(board.map(({ id }) => id).sort()).toEqual([...ids].sort())
    for (const status of columns) {
      const column = board.filter((task) => task.status === status)
      expect(column.map(({ order }) => order)).toEqual(column.map((_, at) => at))
    }
    for (const who of [lawyer, ...clients]) expect(await tasks(who, caseId)).toEqual(board)
  })

  test('CAS-11: a client’s move is refused, an outsider gets the answer for an unknown case', async () => {
    const { client, caseId, lawyerId } = await createCase()
    const outsider = await person('lawyer')
    const taskId = await makeTask(suite.platform, { caseId, lawyerId }, 'Revisar')
    const before = await tasks(client, caseId)
    const move = { caseId, taskId, status: 'en_desarrollo', before: null }
    const refused = await client.post('/api/workspace/move-task', move)
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([403, MESSAGES.lawyerOnly])
    const foreign = await outsider.post('/api/workspace/move-task', move)
    const absent = await outsider.post('/api/workspace/move-task', { ...move, caseId: crypto.randomUUID() })
    expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text])
    expect([foreign.status, foreign.json<{ message: string }>().message]).toEqual([
      404,
      CASE_MESSAGES.notFound,
    ])
    for (const input of [
      { ...move, order: 3 },
      { ...move, status: 'otra' },
      { ...move, before: 'x' },
    ])
      expect((await client.post('/api/workspace/move-task', input)).status).toBe(422)
    expect(await tasks(client, caseId)).toEqual(before)
  })
})

describe('CAS-17 to CAS-26: documents over HTTP', () => {
  test('CAS-20, CAS-25, CAL-30, abuse 30: both parties add, open and delete; the key contains case and file name', async () => {
    const { client, lawyer, caseId } = await createCase()
    const paper = await addDocument(client, caseId, pdf(), 'Carta de ñandú (final).pdf')
    expect(paper.key).toMatch(
      new RegExp(`^certificados/case_documents/${caseId}/[0-9a-f-]{36}-Carta-de-nandu-final\\.pdf$`),
    )
    expect(paper).toMatchObject({ file_name: 'Carta de ñandú (final).pdf', kind: 'pdf' })
    for (const who of [client, lawyer, twinOf(lawyer)]) {
      const opened = await who.get(paper.file_url)
      expect([opened.status, opened.body.equals(pdf())]).toEqual([200, true])
      expect(opened.headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'content-disposition': `inline; filename="Carta de _and_ (final).pdf"; filename*=UTF-8''Carta%20de%20%C3%B1and%C3%BA%20%28final%29.pdf`,
      })
      expect(opened.headers['content-security-policy']).toContain("script-src 'none'")
    }
    const gone = await lawyer.post('/api/workspace/delete-document', { caseId, documentId: paper.id })
    expect([gone.status, gone.json()]).toMatchObject([200, { documents: [], deleted: [{ id: paper.id }] }])
    for (const who of [client, lawyer]) expect((await who.get(paper.file_url)).status).toBe(404)
  })

  test('SEG-18, SEG-20: what is inside decides, before anybody opens it; a photo in HEIC has a text of its own', async () => {
    const { client, caseId } = await createCase()
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(500),
    ])
    for (const name of ['IMG_1.HEIC', 'foto.jpg']) {
      const answer = await send(client, caseId, heic, name)
      expect([answer.status, answer.json<{ message: string }>().message]).toEqual([
        415,
        DOCUMENT_ERRORS.heic.message,
      ])
    }
    const other = await send(client, caseId, Buffer.from('MZ nada'), 'foto.jpg')
    expect([other.status, other.json<{ message: string }>().message]).toEqual([
      415,
      DOCUMENT_ERRORS.wrongType.message,
    ])
  })

  test('OPEN-45, abuse 32: Word and Excel are downloaded, pictures shown inline, and no content can run scripts', async () => {
    const { client, lawyer, caseId } = await createCase()
    const files: [string, Buffer, string][] = [
      ['a.docx', createDocx(['Hola']), 'docx'],
      ['b.xlsx', createXlsx([['Total', 1]]), 'xlsx'],
      ['c.doc', cfb(['WordDocument']), 'doc'],
      ['d.xls', cfb(['Workbook']), 'xls'],
      ['e.jpeg', await picture('jpeg'), 'jpg'],
      ['f.png', await picture('png'), 'png'],
    ]
    for (const [name, bytes, kind] of files) {
      const made = await addDocument(client, caseId, bytes, name)
      expect(made).toMatchObject({ file_name: name, kind })
      const opened = await lawyer.get(made.file_url)
      expect(opened.body.equals(bytes)).toBe(true)
      const how = ['jpg', 'png'].includes(kind) ? 'inline' : 'attachment'
      expect(opened.headers['content-disposition']).toMatch(new RegExp(`^${how}; filename="${name}"`))
      expect(opened.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      })
    }
  })

  test('abuse 31: a wrong extension is corrected, and paths in a name are removed', async () => {
    const { client, caseId } = await createCase()
    for (const [name, shown, inKey] of [
      ['acta.html', 'acta.html.pdf', 'acta-html.pdf'],
      ['../../../etc/passwd', 'passwd.pdf', 'passwd.pdf'],
      ['..', 'documento.pdf', 'documento.pdf'],
      ['факт.pdf', 'факт.pdf', 'documento.pdf'],
      [`${'ñ'.repeat(200)}.pdf`, `${'ñ'.repeat(116)}.pdf`, `${'n'.repeat(60)}.pdf`],
    ] as const) {
      const made = await addDocument(client, caseId, pdf(), name)
      expect(made.file_name, name).toBe(shown)
      expect(made.key.slice(`certificados/case_documents/${caseId}/`.length + 37), name).toBe(inKey)
    }
  })

  test('CAS-23, abuse 32, 33: invalid files are refused with a reason, and leave nothing', async () => {
    const { client, caseId } = await createCase()
    const files = await listFiles(suite.platform)
    for (const [what, bytes] of Object.entries(disguisedFiles)) {
      for (const name of ['a.pdf', 'a.docx']) {
        const answer = await send(client, caseId, bytes, name)
        expect([415, 422], `${what} as ${name}`).toContain(answer.status)
      }
    }
    const wrong = await send(client, caseId, createZip({ 'a.txt': 'x' }), 'a.zip')
    expect([wrong.status, wrong.json<{ message: string }>().message]).toEqual([
      415,
      DOCUMENT_ERRORS.wrongType.message,
    ])
    const broken = await send(client, caseId, createDocx(['x']).subarray(0, 900), 'a.docx')
    expect([broken.status, broken.json<{ message: string }>().message]).toEqual([
      422,
      FILE_TEXTS.unreadable.message,
    ])
    const large = await send(client, caseId, pdf(20 * MB + 1))
    expect([large.status, large.json<{ message: string }>().message]).toEqual([
      413,
      DOCUMENT_ERRORS.tooLarge.message,
    ])
    expect((await send(client, caseId, pdf(20 * MB))).status).toBe(201)
    const after = await listFiles(suite.platform)
    expect(after.kept.length - files.kept.length).toBe(1)
    expect(after.arriving).toEqual([])
  })

  test('CAS-25, OPEN-45: ids in capital letters are the same case, file and task', async () => {
    const { client, lawyer, caseId, lawyerId } = await createCase()
    const capital = caseId.toUpperCase()
    const paper = await addDocument(client, capital, pdf())
    expect(paper.key).toContain(`/${caseId}/`)
    expect((await lawyer.get(paper.file_url)).status).toBe(200)
    const taskId = await makeTask(suite.platform, { caseId, lawyerId }, 'Revisar')
    const move = { caseId: capital, taskId: taskId.toUpperCase(), status: 'en_desarrollo', before: null }
    expect((await lawyer.post('/api/workspace/move-task', move)).status).toBe(200)
  })

  test('abuse 15, 16, 30: nobody outside the case opens, lists, adds or deletes: by link, by key, after logout', async () => {
    const { client, lawyer, caseId } = await createCase()
    const other = await createCase()
    const admin = await suite.member({ role: 'admin' })
    const paper = await addDocument(client, caseId, pdf())
    const unclaimed = (await send(lawyer, caseId, pdf())).json<{ key: string }>().key
    const documentId = paper.id
    const absent = await other.lawyer.get(
      `/archivos/certificados/case_documents/${caseId}/${crypto.randomUUID()}-a.pdf`,
    )
    const loggedOut = await createCase()
    const theirs = await addDocument(loggedOut.client, loggedOut.caseId, pdf())
    await loggedOut.client.post('/api/accounts/logout')
    const attempts: [Client, string][] = [
      [suite.visitor(), paper.file_url],
      [other.client, paper.file_url],
      [other.lawyer, paper.file_url],
      [admin, paper.file_url],
      [loggedOut.client, theirs.file_url],
      // Not added to the case yet: even its uploader cannot open it.
      [lawyer, `/archivos/${unclaimed}`],
      [client, `/archivos/${unclaimed}`],
      [client, paper.file_url.replace(caseId, other.caseId)],
      [client, paper.file_url.replace('case_documents', 'case_documents%2F..')],
      [client, paper.file_url.replace('-a.pdf', '-a.pdf%2F..%2Fx')],
      [client, paper.file_url.replace('-a.pdf', '-a.pdf%00')],
      [client, paper.file_url.replace('-a.pdf', '-..pdf')],
      [client, paper.file_url.replace('certificados', 'identidad')],
    ]
    for (const [who, url] of attempts) {
      const answer = await who.get(url)
      expect([answer.status, answer.text], url).toEqual([404, absent.text])
    }
    for (const who of [other.client, other.lawyer, admin]) {
      expect((await who.get(`/api/workspace/documents?caseId=${caseId}`)).status).toBe(404)
      expect((await send(who, caseId, pdf())).status).toBe(404)
      expect((await who.post('/api/workspace/add-document', { caseId, key: unclaimed })).status).toBe(404)
      expect((await who.post('/api/workspace/delete-document', { caseId, documentId })).status).toBe(404)
    }
    expect((await send(suite.visitor(), caseId, pdf())).status).toBe(401)
    // The id of a document of another case is unknown in the party's own case.
    const mine = { caseId: other.caseId, documentId }
    expect((await other.lawyer.post('/api/workspace/delete-document', mine)).status).toBe(404)
    expect((await client.get(paper.file_url)).status).toBe(200)
  })

  test('OPEN-58, abuse 30: documents stay for the remaining party, without a name, and are deleted with the last account', async () => {
    const { client, lawyer, caseId } = await createCase()
    const paper = await addDocument(client, caseId, pdf())
    const deleteAccount = async (who: Member) =>
      expect((await who.post('/api/departure/delete-account', { password: who.password })).status).toBe(200)
    await deleteAccount(client)
    expect((await lawyer.get(paper.file_url)).status).toBe(200)
    expect((await lawyer.get(`/api/workspace/documents?caseId=${caseId}`)).json()).toMatchObject({
      documents: [{ uploader_id: null, uploader_name: 'Usuario eliminado', file_name: 'a.pdf' }],
    })
    await deleteAccount(lawyer)
    await eventually(async () => !(await listFiles(suite.platform)).kept.includes(paper.key))
    expect(await suite.database.sql('select 1 from case_documents where id = $1', [paper.id])).toEqual([])
  })

  test('a refused request for a document is written to the audit log', async () => {
    const { client, caseId } = await createCase()
    const curious = await person('lawyer')
    const paper = await addDocument(client, caseId, pdf())
    await curious.get(paper.file_url)
    await client.get(paper.file_url)
    expect(
      await suite.database.sql('select action, object from audit_log where actor_id = any($1)', [
        [curious.id, client.id],
      ]),
    ).toEqual([{ action: 'file.refused', object: client.id }])
  })
})
