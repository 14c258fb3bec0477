/**
 * The data of the access matrix: three families of client and lawyer who own every kind of object, with
 * canaries.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createReview } from '../../../src/capabilities/reviews/commands.server.ts'
import { makeAccount } from '../../../src/demo-data/accounts.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { makeActiveCase, makeOpenCase, makeProposal, sendText } from '../../../src/demo-data/conversations.ts'
import { completeProfile, setPlan, uniqueRut } from '../../../src/demo-data/lawyers.ts'
import { fileAddress } from '../../../src/platform/files/buckets.ts'
import { saveFile } from '../../../src/platform/files/encrypted-files.server.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'
import type { DatabaseSuite } from '../../support/app/suite.ts'
import { mintSession } from '../../support/data/sessions.ts'
import { createReviewToken, createWaitingLawyer } from '../../support/data/waiting-lawyer.ts'
import { pdf, storeFile } from '../../support/files/test-files.ts'
import { ACTORS, type Actor, familyOf } from './actors.ts'
import { type Canary, canary } from './canaries.ts'

/** Surnames of the clients, which occur nowhere else. */
const SURNAMES = { a: 'Quitralhue', b: 'Borquezal', c: 'Cochamondi' } as const
export type FamilyName = keyof typeof SURNAMES

export interface Family {
  clientId: string
  lawyerId: string
  chatId: string
  /** Newest message of the client. */
  messageId: string
  /** A pending proposal by the lawyer. */
  proposalId: string
  acceptedId: string
  /** An active case. */
  caseId: string
  /** An open case of the client, without a lawyer. */
  openCaseId: string
  reviewId: string
  taskId: string
  itemId: string
  /** An update that the lawyer has published. */
  updateId: string
  documentId: string
  /** File keys: the ID card and the public photo of the lawyer, and a document of the case. */
  cardKey: string
  photoKey: string
  documentKey: string
}

export interface World {
  suite: DatabaseSuite
  /** Account id of each actor; also for the visitor, who does not use it. */
  ids: Record<Actor, string>
  /** Session cookies, including expired and deleted ones. */
  cookies: Partial<Record<Actor, string>>
  families: Record<FamilyName, Family>
  /** The submission of `adminPending`, and that of another waiting lawyer. */
  submissionId: string
  otherSubmissionId: string
  otherWaitingId: string
  canaries: Canary[]
  /** Creates an account with the same role and status as an actor. @returns its id */
  createActorLike(actor: Actor): Promise<string>
}

const roleOf = (actor: Actor) =>
  actor === 'admin'
    ? 'admin'
    : ['emailPending', 'profilePending', 'adminPending', 'paid', 'gratis', 'otherPaid'].includes(actor)
      ? 'lawyer'
      : 'client'
const surnameOf = (actor: Actor) => `${actor}apellido`
const STATUS = {
  emailPending: 'email_pending',
  profilePending: 'profile_pending',
  paid: 'verified',
  gratis: 'verified',
  otherPaid: 'verified',
} as const

async function makeActor(platform: RunningPlatform, actor: Actor, name: string): Promise<string> {
  if (actor === 'adminPending') return (await createWaitingLawyer(platform, { name, document: 'pdf' })).id
  const status = STATUS[actor as keyof typeof STATUS]
  const role = roleOf(actor)
  const { id } = await makeAccount(platform.db, {
    name,
    email: `${actor.toLowerCase()}-${randomUUID().slice(0, 8)}@prueba.test`,
    role,
    ...(status && { verificationStatus: status }),
  })
  if (actor === 'paid' || actor === 'otherPaid') await setPlan(platform.db, id, 'basico', 1_000)
  if (actor === 'noProfile') await platform.pool.query('delete from profiles where id = $1', [id])
  return id
}

/** Creates the accounts, families and sessions of all actors. */
export async function makeWorld(suite: DatabaseSuite): Promise<World> {
  const { platform, database } = suite
  const world: World = {
    suite,
    ids: {} as World['ids'],
    cookies: {},
    families: {} as World['families'],
    submissionId: '',
    otherSubmissionId: '',
    otherWaitingId: '',
    canaries: [],
    createActorLike: (actor) => makeActor(platform, actor, 'Gemela Sin Secretos'),
  }
  for (const actor of ACTORS) {
    const family = familyOf(actor)
    const surname = family && roleOf(actor) === 'client' ? SURNAMES[family] : surnameOf(actor)
    if (actor !== 'expired') world.ids[actor] = await makeActor(platform, actor, `Ana ${surname} Soto`)
  }
  world.ids.expired = world.ids.clientA
  const bystander = await makeActor(platform, 'clientA', `Ana ${SURNAMES.c} Soto`)
  const people = {
    a: { clientId: world.ids.clientA, lawyerId: world.ids.paid },
    b: { clientId: world.ids.clientB, lawyerId: world.ids.otherPaid },
    c: { clientId: bystander, lawyerId: world.ids.gratis },
  }
  for (const name of ['a', 'b', 'c'] as const) await makeFamily(world, name, people[name])
  await addCanaries(world)
  for (const actor of ACTORS)
    if (actor !== 'visitor')
      world.cookies[actor] = await mintSession(
        suite,
        world.ids[actor],
        actor === 'expired' ? { seconds: -1 } : {},
      )
  await database.sql('delete from "user" where id = $1', [world.ids.deleted])
  const openSubmission = 'select id from review_submissions where lawyer_id = $1 and outcome is null'
  const submissionOf = async (id: string) =>
    (await database.sql<{ id: string }>(openSubmission, [id]))[0]?.id ?? ''
  world.submissionId = await submissionOf(world.ids.adminPending)
  world.otherWaitingId = await world.createActorLike('adminPending')
  world.otherSubmissionId = await submissionOf(world.otherWaitingId)
  // Records the verification e-mail as sent, so that no request waits for its first attempt.
  for (const actor of ['paid', 'otherPaid', 'gratis'] as const)
    await database.sql('insert into mail_attempts (job_key, sent) values ($1, true)', [
      `lawyer-verified:${world.ids[actor]}`,
    ])
  return world
}

async function makeFamily(
  world: World,
  name: FamilyName,
  parties: { clientId: string; lawyerId: string },
): Promise<void> {
  const { platform, database } = world.suite
  const { clientId, lawyerId } = parties
  const word = (what: string) => `canario-${name}-${what}`
  const photoKey = await storeFile(platform, {
    bucket: 'avatars',
    ownerId: lawyerId,
    type: 'image/jpeg',
    name: '',
  })
  const cardKey = await storeFile(platform, {
    bucket: 'identidad',
    ownerId: lawyerId,
    name: `${word('carnet')}.pdf`,
    bytes: pdfWith(word('carnet')),
  })
  await completeProfile(platform.db, lawyerId, {
    rut: uniqueRut(),
    phone_number: `+5691234567${name.charCodeAt(0) % 10}`,
    birth_date: `1961-03-0${name.charCodeAt(0) - 90}`,
    address_street: word('calle'),
    address_apartment: word('depto'),
    id_card_path: cardKey,
  })
  await database.sql('update profiles set avatar_url = $2 where id = $1', [lawyerId, fileAddress(photoKey)])
  const active = await makeActiveCase(platform, parties, {
    summary: word('propuesta aceptada'),
    conditions: [word('condicion aceptada')],
  })
  const { caseId, chatId, proposalId: acceptedId } = active
  await database.sql('update cases set title = $2, description = $3 where id = $1', [
    caseId,
    word('causa'),
    word('relato'),
  ])
  const proposal = await makeProposal(
    platform,
    { chatId, lawyerId },
    { summary: word('propuesta'), conditions: [word('condicion')] },
  )
  const message = await sendText(platform, chatId, clientId, word('mensaje'))
  const context = await actingAs(platform, clientId)
  const reviewId = randomUUID()
  const review = await createReview(context, {
    id: reviewId,
    lawyerId,
    rating: 5,
    comment: 'Clara y puntual.',
  })
  if (!review.ok) throw new Error(review.refusal.message)
  // Contact data in the text of an open case, which the market must hide.
  const { email, name: clientName } = context.session.user
  const openCaseId = await makeOpenCase(platform, clientId, {
    title: 'Cerco del vecino',
    description: `Soy ${clientName}, mi correo es ${email}, mi fono +5698765432${name.charCodeAt(0) % 10}`,
    specialty: 'Otro',
  })
  world.families[name] = {
    ...parties,
    chatId,
    messageId: message.id,
    proposalId: proposal.id,
    acceptedId,
    caseId,
    openCaseId,
    reviewId,
    ...(await makeWorkspace(world, { name, caseId, ...parties })),
    cardKey,
    photoKey,
  }
}

/** Creates a task and a document directly; the command for documents would need an upload. */
async function makeWorkspace(
  { suite: { database, platform } }: World,
  {
    name,
    caseId,
    clientId,
    lawyerId,
  }: { name: FamilyName; caseId: string; clientId: string; lawyerId: string },
): Promise<{ taskId: string; itemId: string; updateId: string; documentId: string; documentKey: string }> {
  const taskId = randomUUID()
  const itemId = randomUUID()
  const words = `canario-${name}-tarea`
  await database.sql(
    `insert into tasks (id, case_id, title, note, "order", assignee) values ($1, $2, $3, $3, 0, 'client')`,
    [taskId, caseId, words],
  )
  await database.sql('insert into task_items (id, task_id, text, position) values ($1, $2, $3, 0)', [
    itemId,
    taskId,
    words,
  ])
  const updateId = await storeUpdate({ database }, { caseId, lawyerId, text: `canario-${name}-novedad` })
  const documentKey = await storeDocument(
    { platform },
    { caseId, ownerId: clientId, name: `canario-${name}-papel.pdf` },
  )
  const [document] = await database.sql<{ id: string }>(
    'insert into case_documents (case_id, uploader_id, file_name, file_url) values ($1, $2, $3, $4) returning id',
    [caseId, clientId, `canario-${name}-papel.pdf`, documentKey],
  )
  return { taskId, itemId, updateId, documentId: document?.id ?? '', documentKey }
}

/** A PDF that contains the text uncompressed. */
const pdfWith = (word: string): Buffer => Buffer.concat([pdf(), Buffer.from(`% ${word}\n`)])

/** Stores a published update of a case with its entry. @returns its id */
export async function storeUpdate(
  { database }: Pick<DatabaseSuite, 'database'>,
  { caseId, lawyerId, text }: { caseId: string; lawyerId: string; text: string },
): Promise<string> {
  const id = randomUUID()
  await database.sql(
    `insert into case_updates (id, n, case_id, author_id, stage, body) values ($1, 1, $2, $3, 'Otra', $4)`,
    [id, caseId, lawyerId, text],
  )
  await database.sql(
    `insert into case_entries (case_id, kind, ref, actor_id) values ($1, 'update-published', $2, $3)`,
    [caseId, id, lawyerId],
  )
  return id
}

/** Stores a file in the folder of a case. @returns its key */
export async function storeDocument(
  { platform }: Pick<World['suite'], 'platform'>,
  {
    caseId,
    ownerId,
    name,
    state = 'used',
  }: { caseId: string; ownerId: string; name: string; state?: 'used' | 'uploaded' },
): Promise<string> {
  const bytes = pdfWith(name)
  const key = await storeFile(platform, { bucket: 'certificados', ownerId, name, state, bytes })
  const caseKey = `certificados/case_documents/${caseId}/${randomUUID()}-papel.pdf`
  await platform.pool.query('update stored_files set key = $2 where key = $1', [key, caseKey])
  const incomingPath = join(platform.files.incomingDir, randomUUID())
  await writeFile(incomingPath, bytes)
  const file = { key: caseKey, bucket: 'certificados' as const, contentType: 'application/pdf' }
  await saveFile(platform, incomingPath, file)
  await platform.files.remove(key)
  return caseKey
}

/** Adds a canary for everything that only some actors may read. */
async function addCanaries(world: World): Promise<void> {
  const { database } = world.suite
  const addCanary = (label: string, text: string, ...readers: Actor[]) =>
    world.canaries.push(canary(label, text, readers))
  for (const name of ['a', 'b', 'c'] as const) {
    const family = world.families[name]
    const both = ACTORS.filter((actor) => familyOf(actor) === name)
    const own = (role: 'client' | 'lawyer') => both.filter((actor) => roleOf(actor) === role)
    await database.sql(
      `insert into contact_choices (user_id, mail, calls, hours, note) values ($1, 'normal', 'horario', $2, $3)`,
      [family.clientId, `canario-${name}-horario`, `canario-${name}-contacto`],
    )
    for (const what of ['horario', 'contacto'])
      addCanary(`${what} of ${name}`, `canario-${name}-${what}`, ...both)
    for (const what of ['propuesta', 'condicion', 'causa', 'relato', 'mensaje', 'tarea', 'papel', 'novedad'])
      addCanary(`${what} of ${name}`, `canario-${name}-${what}`, ...both)
    for (const what of ['calle', 'depto', 'carnet'])
      addCanary(`${what} of ${name}`, `canario-${name}-${what}`, ...own('lawyer'))
    for (const key of [
      'chatId',
      'messageId',
      'proposalId',
      'acceptedId',
      'caseId',
      'taskId',
      'itemId',
      'updateId',
      'documentId',
    ] as const)
      addCanary(`${key} of ${name}`, family[key], ...both)
    addCanary(`client's name of ${name}`, SURNAMES[name], ...both)
    addCanary(`client's id of ${name}`, family.clientId, ...both)
    addCanary(`client's telephone of ${name}`, `98765432${name.charCodeAt(0) % 10}`, ...own('client'))
    const [row] = await database.sql<{
      rut: string
      phone: string
      email: string
      client: string
      birth: string
    }>(
      `select l.rut, l.phone_number as phone, l.birth_date::text as birth, p.email, c.email as client
       from lawyer_profiles l join profiles p using (id), profiles c where l.id = $1 and c.id = $2`,
      [family.lawyerId, family.clientId],
    )
    if (!row) throw new Error('no lawyer')
    addCanary(`lawyer's RUT of ${name}`, row.rut.slice(0, 8), ...own('lawyer'))
    addCanary(`lawyer's telephone of ${name}`, row.phone.slice(4), ...own('lawyer'))
    addCanary(`lawyer's birth date of ${name}`, row.birth, ...own('lawyer'))
    addCanary(`lawyer's e-mail of ${name}`, row.email, ...own('lawyer'))
    addCanary(`client's e-mail of ${name}`, row.client, ...own('client'))
    addCanary(`ID card of ${name}`, family.cardKey, ...own('lawyer'))
  }
  for (const actor of [
    'emailPending',
    'profilePending',
    'adminPending',
    'admin',
    'noProfile',
    'deleted',
  ] as const) {
    // Administrators see lawyers in review.
    const readers = actor === 'adminPending' ? [actor, 'admin' as const] : [actor]
    addCanary(`name of ${actor}`, surnameOf(actor), ...readers)
    const [row] = await database.sql<{ email: string }>('select email from "user" where id = $1', [
      world.ids[actor],
    ])
    addCanary(`e-mail of ${actor}`, row?.email ?? '', ...readers)
  }
  const hashes = await database.sql<{ hash: string }>(
    'select distinct password as hash from account where password is not null',
  )
  for (const { hash } of hashes) addCanary('password hash', hash)
}

/** Creates the token of an e-mailed link: with it, the page of an administrator verifies on load, once. */
export const createVerifyToken = (world: World, submissionId: string) =>
  createReviewToken(world.suite.platform, submissionId)
