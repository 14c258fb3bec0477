import type { ContractRouterClient } from '@orpc/contract'
import { isPersonal, type PersonalTable, treatmentOf } from '../../../platform/personal-data/inventory.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import type { CasesContract } from '../../cases/contract.ts'
import { OWN_CASE_LISTS, type OwnCaseList } from '../../cases/schema.ts'
import type { ChatContract } from '../../chat/contract.ts'
import type { DocumentsContract } from '../../documents/contract.ts'
import type { NoticesContract } from '../../notices/contract.ts'
import { CATEGORY_NAMES } from '../../notices/schema.ts'
import type { ProgressContract } from '../../progress/contract.ts'
import type { ReviewsContract } from '../../reviews/contract.ts'
import type { WorkspaceContract } from '../../workspace/contract.ts'
import type { PrivacyContract } from '../contract.ts'
import { dataInventory } from '../inventory.ts'
import { personalTables } from '../rules.ts'
import * as store from '../store.server.ts'
import type { Words } from './copy-texts.ts'

/** The operations of the person's own screens: what they do not show is in no copy (DAT-06). */
export interface Screens {
  cases: ContractRouterClient<CasesContract>
  chat: ContractRouterClient<ChatContract>
  notices: ContractRouterClient<NoticesContract>
  privacy: ContractRouterClient<PrivacyContract>
  progress: ContractRouterClient<ProgressContract>
  reviews: ContractRouterClient<ReviewsContract>
  workspace: ContractRouterClient<WorkspaceContract & DocumentsContract>
}

/** A line of a copy: values by their names for people. */
export type CopyRow = Readonly<Record<string, unknown>>
export interface CopySection {
  title: string
  rows: AsyncIterable<CopyRow> | readonly CopyRow[]
  /** For codes in the rows. */
  words?: Words
}

/** A stored file of a copy. */
export interface CopiedFile {
  key: string
  /** As the person named it. */
  name: string
  folder: string
}

const allTables: store.Tables = Object.entries(dataInventory).flatMap(([name, table]) =>
  isPersonal(table) ? [[name, table] as const] : [],
)

const tableOf = (name: string): PersonalTable => {
  const table = dataInventory[name]
  if (!table || !isPersonal(table)) throw new Error(`The inventory has no personal table ${name}.`)
  return table
}

/** The words of the closed lists of these tables, as the inventory has them. */
export function wordsOf(...names: readonly string[]): Words {
  const byLabel = new Map(
    names.flatMap((name) =>
      Object.keys(tableOf(name).columns).flatMap((column) => {
        const { label, values } = treatmentOf(tableOf(name), column)
        return values ? [[label, new Map(Object.entries(values))] as const] : []
      }),
    ),
  )
  return (label, code) => byLabel.get(label)?.get(code)
}

/** The kinds of notices are of many slices: a copy has the category that their person chooses by. */
const noticeWords = ({ noticeKinds }: SignedInContext): Words => {
  const [stored, { label: kindLabel }] = [wordsOf('notices'), treatmentOf(tableOf('notices'), 'kind')]
  return (label, code) => {
    if (label !== kindLabel) return stored(label, code)
    const category = noticeKinds.categoryOf(code)
    return category === null ? 'Otro' : CATEGORY_NAMES[category]
  }
}

/** A line with the labels of the inventory. @throws for a column that no copy may have */
function labelled(name: string, values: Record<string, unknown>, more: CopyRow = {}): CopyRow {
  const entries = Object.entries(values).map(([column, value]) => {
    const treatment = treatmentOf(tableOf(name), column)
    if (treatment.export !== true) throw new Error(`A copy must not have ${name}.${column}.`)
    return [treatment.label, value]
  })
  return { ...more, ...Object.fromEntries(entries) }
}

const ADDRESS_START = '/archivos/'
const keyOf = (fileUrl: string) =>
  fileUrl.startsWith(ADDRESS_START) ? fileUrl.slice(ADDRESS_START.length) : fileUrl

/** Everything of a copy, one section after the other. Files that belong to it are added to `files`. */
export async function* copySections(
  context: SignedInContext,
  screens: Screens,
  files: CopiedFile[],
): AsyncGenerator<CopySection> {
  const { db, session } = context
  const { userId, user } = session
  const tables = personalTables(dataInventory, user.role)
  for (const [name, table] of tables)
    if (table.copiedAs === 'own')
      yield {
        title: table.title,
        rows: await store.listOwnRows(db, userId, allTables, name, table),
        words: name === 'notices' ? noticeWords(context) : wordsOf(name),
      }
  yield { title: 'Quién vio tus datos', rows: lookRows(screens) }
  for (const file of await store.listOwnFiles(db, userId))
    files.push({ key: file.key, name: file.file_name || 'archivo', folder: 'archivos/perfil' })
  if (user.role === 'admin') return
  yield* chatSections(screens, files)
  for (const list of Object.keys(OWN_CASE_LISTS) as OwnCaseList[])
    for await (const found of pagesOf((after) => screens.cases.mine({ list, after }), 'items'))
      yield* caseSections(context, screens, found.id, files)
  yield { title: 'Reseñas que escribiste', rows: await store.listOwnReviews(db, userId, tableOf('reviews')) }
  if (user.role === 'lawyer' && user.verification_status === 'verified')
    yield { title: 'Reseñas que recibiste', rows: receivedReviews(screens, userId) }
  yield { title: 'Lo que dicen tus avisos', rows: noticeRows(screens) }
}

/** The items of all pages of a list. */
async function* pagesOf<Key extends string, Item>(
  read: (after: string | undefined) => Promise<Record<Key, Item[]> & { next: string | null }>,
  key: Key,
): AsyncGenerator<Item> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: Record<Key, Item[]> & { next: string | null } = await read(after)
    yield* page[key]
    after = page.next
  }
}

async function* chatSections(screens: Screens, files: CopiedFile[]): AsyncGenerator<CopySection> {
  for await (const chat of pagesOf((cursor) => screens.chat.list({ cursor }), 'chats')) {
    const chatFiles = await screens.workspace.chatFiles({ chatId: chat.id })
    const named = new Map(chatFiles.files.flatMap(({ id, file }) => (file ? [[id, file] as const] : [])))
    for (const file of named.values())
      files.push({ key: keyOf(file.file_url), name: file.file_name, folder: 'archivos/chats' })
    yield {
      title: `Conversación con ${chat.partner.name}`,
      rows: messageRows(screens, chat.id, chat.side, chat.partner.name, named),
      words: wordsOf('messages'),
    }
  }
}

async function* messageRows(
  screens: Screens,
  chatId: string,
  side: string,
  partner: string,
  files: ReadonlyMap<string, { file_name: string }>,
): AsyncGenerator<CopyRow> {
  for (let after = 0, more = true; more; ) {
    const page = await screens.chat.messages({ chatId, after, limit: 100 })
    for (const { id, content, type, created_at, side: from, seq } of page.messages) {
      const file = files.get(id)
      yield labelled(
        'messages',
        { side: from === side ? 'tú' : partner, type, content, created_at },
        file ? { Archivo: file.file_name } : {},
      )
      after = seq
    }
    more = page.more
  }
}

async function* caseSections(
  { db, session }: SignedInContext,
  { cases, progress, workspace }: Screens,
  caseId: string,
  files: CopiedFile[],
): AsyncGenerator<CopySection> {
  const view = await cases.caseById({ caseId })
  const { title, description, status, specialty, commune, urgency, proposal_accepted_at, created_at } = view
  const title_ = `Causa «${title}»`
  const shown = { title, description, status, specialty, commune, urgency, proposal_accepted_at, created_at }
  yield { title: title_, rows: [labelled('cases', shown)], words: wordsOf('cases') }
  if (view.side === 'client') {
    yield {
      title: `${title_}: lo demás que escribiste`,
      rows: await store.listOwnCaseRows(db, session.userId, caseId, tableOf('cases')),
      words: wordsOf('cases'),
    }
    yield {
      title: `${title_}: versiones anteriores`,
      rows: await store.listRevisionRows(db, session.userId, caseId, tableOf('case_revisions')),
    }
  }
  yield {
    title: `${title_}: historia`,
    rows: historyRows(progress, caseId),
    words: wordsOf('case_entries', 'case_updates'),
  }
  const { documents, requests } = await workspace.documents({ caseId })
  for (const document of documents)
    for (const one of document.versions)
      files.push({ key: keyOf(one.file_url), name: one.file_name, folder: 'archivos/causas' })
  yield {
    title: `${title_}: documentos`,
    rows: documents.flatMap(({ versions }) =>
      versions.map(({ file_name, version, created_at: added }) =>
        labelled('case_documents', { file_name, version, created_at: added }),
      ),
    ),
  }
  yield {
    title: `${title_}: documentos pedidos`,
    rows: requests.map(({ name, note, due_on, state, reason, created_at: asked }) =>
      labelled('document_requests', { name, note, due_on, state, reason, created_at: asked }),
    ),
    words: wordsOf('document_requests'),
  }
  yield { title: `${title_}: tareas`, rows: taskRows(workspace, caseId), words: wordsOf('tasks') }
}

async function* historyRows(progress: Screens['progress'], caseId: string): AsyncGenerator<CopyRow> {
  for await (const entry of pagesOf((after) => progress.history({ caseId, after }), 'entries')) {
    const { kind, at, detail, actor, is_mine, update } = entry
    const by = is_mine ? 'tú' : (actor ?? 'Amparo')
    yield labelled('case_entries', { kind, at, detail }, { Quién: by })
    if (!update) continue
    const { stage, text, next_step } = update
    yield labelled('case_updates', { n: update.n, stage, body: text, next_step }, { Quién: by })
    if (update.corrected_at === null) continue
    const { versions } = await progress.versions({ caseId, updateId: update.id })
    for (const one of versions)
      yield labelled(
        'case_updates',
        { n: one.n, stage: one.stage, body: one.text, next_step: one.next_step, created_at: one.created_at },
        { Quién: by },
      )
  }
}

async function* taskRows(workspace: Screens['workspace'], caseId: string): AsyncGenerator<CopyRow> {
  const { tasks } = await workspace.tasks({ caseId })
  for (const { id, title, status, due_on, assignee, done_at } of tasks) {
    const { note, items } = await workspace.task({ caseId, taskId: id })
    yield labelled('tasks', { title, note, status, due_on, assignee, done_at })
    for (const { text, is_done } of items) yield labelled('task_items', { text, is_done }, { Tarea: title })
  }
}

async function* receivedReviews({ reviews }: Screens, lawyerId: string): AsyncGenerator<CopyRow> {
  for await (const { author, rating, comment, created_at } of pagesOf(
    (after) => reviews.ofLawyer({ lawyerId, after }),
    'items',
  ))
    yield labelled('reviews', { rating, comment, created_at }, { 'Escrita por': author.name })
}

/** DAT-36: the looks of the team, as the person sees them. */
async function* lookRows({ privacy }: Screens): AsyncGenerator<CopyRow> {
  for await (const { at, what, why } of pagesOf((after) => privacy.looks({ after }), 'looks'))
    yield { Fecha: at, Quién: 'Equipo de Amparo', Qué: what, 'Para qué': why }
}

async function* noticeRows({ notices }: Screens): AsyncGenerator<CopyRow> {
  for await (const { sentence, about, created_at } of pagesOf((after) => notices.list({ after }), 'notices'))
    yield { Aviso: sentence, ...(about !== null && { Causa: about }), Fecha: created_at }
}
