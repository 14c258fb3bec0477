/** Three families of everything that somebody can own, with words in them that nobody else may read. */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createReview } from '../../../src/capabilities/reviews/commands.server.ts'
import { fileAddress } from '../../../src/platform/files/buckets.ts'
import { makeAccount } from '../../../src/server/factories/accounts.ts'
import { actingAs } from '../../../src/server/factories/acting.ts'
import {
  makeActiveCase,
  makeOpenCase,
  makeProposal,
  say,
} from '../../../src/server/factories/conversations.ts'
import { completeProfile, freshRut, setPlan } from '../../../src/server/factories/lawyers.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'
import { pdf, storeFile } from '../../support/files.ts'
import { reviewToken, waitingLawyer } from '../../support/review.ts'
import { mintSession } from '../../support/sessions.ts'
import type { DatabaseSuite } from '../../support/suite.ts'
import { ACTORS, type Actor, familyOf } from './actors.ts'
import { type Canary, canary } from './canaries.ts'

/** What the clients are called, and nobody else in the house. */
const SURNAMES = { a: 'Quitralhue', b: 'Borquezal', c: 'Cochamondi' } as const
export type FamilyName = keyof typeof SURNAMES

export interface Family {
  clientId: string
  lawyerId: string
  chatId: string
  /** Newest message of the client's. */
  messageId: string
  /** Pending, by the lawyer. */
  proposalId: string
  acceptedId: string
  /** Under way. */
  caseId: string
  /** Of the client, without a lawyer. */
  openCaseId: string
  reviewId: string
  taskId: string
  documentId: string
  /** Bucket identidad, the lawyer's; avatars, which everybody may see; certificados, of the case. */
  cardKey: string
  photoKey: string
  documentKey: string
}

export interface World {
  house: DatabaseSuite
  /** Account of each who has or had one. */
  ids: Record<Actor, string>
  /** Session cookie of each who has or had one. */
  cookies: Partial<Record<Actor, string>>
  families: Record<FamilyName, Family>
  /** The submission of `adminPending`, and of another who waits. */
  submissionId: string
  otherSubmissionId: string
  otherWaitingId: string
  canaries: Canary[]
  /** A new account that is as this actor. @returns its id */
  twinOf(who: Actor): Promise<string>
}

const ROLE = (who: Actor) =>
  who === 'admin'
    ? 'admin'
    : ['emailPending', 'profilePending', 'adminPending', 'paid', 'gratis', 'otherPaid'].includes(who)
      ? 'lawyer'
      : 'client'
const surnameOf = (who: Actor) => `${who}apellido`
const STATUS = {
  emailPending: 'email_pending',
  profilePending: 'profile_pending',
  paid: 'verified',
  gratis: 'verified',
  otherPaid: 'verified',
} as const

async function makeActor(platform: RunningPlatform, who: Actor, name: string): Promise<string> {
  if (who === 'adminPending') return (await waitingLawyer(platform, { name, document: 'pdf' })).id
  const status = STATUS[who as keyof typeof STATUS]
  const role = ROLE(who)
  const { id } = await makeAccount(platform.db, {
    name,
    email: `${who.toLowerCase()}-${randomUUID().slice(0, 8)}@prueba.test`,
    role,
    ...(status && { verificationStatus: status }),
  })
  if (who === 'paid' || who === 'otherPaid') await setPlan(platform.db, id, 'basico', 1_000)
  if (who === 'noProfile') await platform.pool.query('delete from profiles where id = $1', [id])
  return id
}

/** @param house its application need not run but for the deleted account, which leaves through the door */
export async function makeWorld(house: DatabaseSuite): Promise<World> {
  const { platform, database } = house
  const world: World = {
    house,
    ids: {} as World['ids'],
    cookies: {},
    families: {} as World['families'],
    submissionId: '',
    otherSubmissionId: '',
    otherWaitingId: '',
    canaries: [],
    twinOf: (who) => makeActor(platform, who, 'Gemela Sin Secretos'),
  }
  for (const who of ACTORS) {
    const family = familyOf(who)
    const surname = family && ROLE(who) === 'client' ? SURNAMES[family] : surnameOf(who)
    if (who !== 'expired') world.ids[who] = await makeActor(platform, who, `Ana ${surname} Soto`)
  }
  world.ids.expired = world.ids.clientA
  const bystander = await makeActor(platform, 'clientA', `Ana ${SURNAMES.c} Soto`)
  const people = {
    a: { clientId: world.ids.clientA, lawyerId: world.ids.paid },
    b: { clientId: world.ids.clientB, lawyerId: world.ids.otherPaid },
    c: { clientId: bystander, lawyerId: world.ids.gratis },
  }
  for (const name of ['a', 'b', 'c'] as const) await makeFamily(world, name, people[name])
  await addSecrets(world)
  for (const who of ACTORS)
    if (who !== 'visitor')
      world.cookies[who] = await mintSession(house, world.ids[who], who === 'expired' ? { seconds: -1 } : {})
  await database.sql('delete from "user" where id = $1', [world.ids.deleted])
  const open = 'select id from review_submissions where lawyer_id = $1 and outcome is null'
  const submissionOf = async (id: string) => (await database.sql<{ id: string }>(open, [id]))[0]?.id ?? ''
  world.submissionId = await submissionOf(world.ids.adminPending)
  world.otherWaitingId = await world.twinOf('adminPending')
  world.otherSubmissionId = await submissionOf(world.otherWaitingId)
  // The e-mail to a verified lawyer went out: nobody waits for its first try.
  for (const who of ['paid', 'otherPaid', 'gratis'] as const)
    await database.sql('insert into mail_attempts (job_key, sent) values ($1, true)', [
      `lawyer-verified:${world.ids[who]}`,
    ])
  return world
}

async function makeFamily(
  world: World,
  name: FamilyName,
  parties: { clientId: string; lawyerId: string },
): Promise<void> {
  const { platform, database } = world.house
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
    bytes: paperWith(word('carnet')),
  })
  await completeProfile(platform.db, lawyerId, {
    rut: freshRut(),
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
  const message = await say(platform, chatId, clientId, word('mensaje'))
  const context = await actingAs(platform, clientId)
  const reviewId = randomUUID()
  const review = await createReview(context, {
    id: reviewId,
    lawyerId,
    rating: 5,
    comment: 'Clara y puntual.',
  })
  if (!review.ok) throw new Error(review.refusal.message)
  // What the client gave away in the words of an open case must be hidden from the market.
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

/** A task and a document of a case, by hand: their commands wait for an upload. */
async function makeWorkspace(
  { house: { database, platform } }: World,
  { name, caseId, clientId }: { name: FamilyName; caseId: string; clientId: string },
): Promise<{ taskId: string; documentId: string; documentKey: string }> {
  const taskId = randomUUID()
  await database.sql(`insert into tasks (id, case_id, title, "order") values ($1, $2, $3, 0)`, [
    taskId,
    caseId,
    `canario-${name}-tarea`,
  ])
  const documentKey = await storeDocument(
    { platform },
    { caseId, ownerId: clientId, name: `canario-${name}-papel.pdf` },
  )
  const [document] = await database.sql<{ id: string }>(
    'insert into case_documents (case_id, uploader_id, file_name, file_url) values ($1, $2, $3, $4) returning id',
    [caseId, clientId, `canario-${name}-papel.pdf`, documentKey],
  )
  return { taskId, documentId: document?.id ?? '', documentKey }
}

/** A PDF with a word that stands in it as it is. */
const paperWith = (word: string): Buffer => Buffer.concat([pdf(), Buffer.from(`% ${word}\n`)])

/** A stored file in the folder of a case. @returns its key */
export async function storeDocument(
  { platform }: Pick<World['house'], 'platform'>,
  {
    caseId,
    ownerId,
    name,
    state = 'used',
  }: { caseId: string; ownerId: string; name: string; state?: 'used' | 'uploaded' },
): Promise<string> {
  const bytes = paperWith(name)
  const key = await storeFile(platform, { bucket: 'certificados', ownerId, name, state, bytes })
  const at = `certificados/case_documents/${caseId}/${randomUUID()}-papel.pdf`
  await platform.pool.query('update stored_files set key = $2 where key = $1', [key, at])
  const arrival = join(platform.files.arrivals, randomUUID())
  await writeFile(arrival, bytes)
  await platform.files.keep(arrival, at, 'application/pdf')
  await platform.files.remove(key)
  return at
}

/** What each may read that others may not. */
async function addSecrets(world: World): Promise<void> {
  const { database } = world.house
  const secret = (label: string, text: string, ...readers: Actor[]) =>
    world.canaries.push(canary(label, text, readers))
  for (const name of ['a', 'b', 'c'] as const) {
    const family = world.families[name]
    const both = ACTORS.filter((who) => familyOf(who) === name)
    const own = (role: 'client' | 'lawyer') => both.filter((who) => ROLE(who) === role)
    for (const what of ['propuesta', 'condicion', 'causa', 'relato', 'mensaje', 'tarea', 'papel'])
      secret(`${what} of ${name}`, `canario-${name}-${what}`, ...both)
    for (const what of ['calle', 'depto', 'carnet'])
      secret(`${what} of ${name}`, `canario-${name}-${what}`, ...own('lawyer'))
    for (const key of [
      'chatId',
      'messageId',
      'proposalId',
      'acceptedId',
      'caseId',
      'taskId',
      'documentId',
    ] as const)
      secret(`${key} of ${name}`, family[key], ...both)
    secret(`client's name of ${name}`, SURNAMES[name], ...both)
    secret(`client's id of ${name}`, family.clientId, ...both)
    secret(`client's telephone of ${name}`, `98765432${name.charCodeAt(0) % 10}`, ...own('client'))
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
    secret(`lawyer's RUT of ${name}`, row.rut.slice(0, 8), ...own('lawyer'))
    secret(`lawyer's telephone of ${name}`, row.phone.slice(4), ...own('lawyer'))
    secret(`lawyer's birth date of ${name}`, row.birth, ...own('lawyer'))
    secret(`lawyer's e-mail of ${name}`, row.email, ...own('lawyer'))
    secret(`client's e-mail of ${name}`, row.client, ...own('client'))
    secret(`ID card of ${name}`, family.cardKey, ...own('lawyer'))
  }
  for (const who of [
    'emailPending',
    'profilePending',
    'adminPending',
    'admin',
    'noProfile',
    'deleted',
  ] as const) {
    // Whoever awaits review is shown to administrators.
    const readers = who === 'adminPending' ? [who, 'admin' as const] : [who]
    secret(`name of ${who}`, surnameOf(who), ...readers)
    const [row] = await database.sql<{ email: string }>('select email from "user" where id = $1', [
      world.ids[who],
    ])
    secret(`e-mail of ${who}`, row?.email ?? '', ...readers)
  }
  const hashes = await database.sql<{ hash: string }>(
    'select distinct password as hash from account where password is not null',
  )
  for (const { hash } of hashes) secret('password hash', hash)
}

/** A link that lets an administrator act on load, once. */
export const grantFor = (world: World, submissionId: string) =>
  reviewToken(world.house.platform, submissionId)
