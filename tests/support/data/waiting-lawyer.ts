/** Creates lawyers whose profile waits for verification, as after sending the onboarding form. */
import { createReviewGrant } from '../../../src/capabilities/onboarding/commands.server.ts'
import { makeAccount } from '../../../src/demo-data/accounts.ts'
import { drawIdCard } from '../../../src/demo-data/id-card.ts'
import { completeProfile } from '../../../src/demo-data/lawyers.ts'
import type { Platform } from '../../../src/platform/rpc/context.server.ts'
import { storeFile } from '../files/test-files.ts'

export interface WaitingLawyer {
  id: string
  name: string
  email: string
  password: string
  submissionId: string
}

export interface WaitingLawyerAttributes {
  name?: string
  /** The ID card: a drawn picture, a PDF, or (the default) only the name of a file that does not exist. */
  document?: 'image' | 'pdf' | 'missing'
  /** When the profile was submitted; now by default. */
  submittedAt?: Date
}

/** Creates a lawyer in admin_pending with an open submission. */
export async function createWaitingLawyer(
  platform: Platform,
  { name = 'Tomás Echeverría Lagos', document = 'missing', submittedAt }: WaitingLawyerAttributes = {},
): Promise<WaitingLawyer> {
  const account = await makeAccount(platform.db, {
    name,
    role: 'lawyer',
    verificationStatus: 'admin_pending',
  })
  if (document !== 'missing') {
    const file = { bucket: 'identidad', ownerId: account.id } as const
    const key = await storeFile(platform, document === 'pdf' ? file : { ...file, ...(await drawCard(name)) })
    await completeProfile(platform.db, account.id, { id_card_path: key })
  }
  return { ...account, name, submissionId: await openSubmission(platform, account.id, submittedAt) }
}

const drawCard = async (name: string) => ({
  bytes: await drawIdCard({ name, rut: '12345678-5', birthDate: '1988-04-17' }),
  type: 'image/jpeg' as const,
  name: 'carnet.jpg',
})

/** Submits a returned profile again, without the form. @returns the id of the new submission */
export async function resubmitProfile(platform: Platform, lawyerId: string): Promise<string> {
  const status = { verification_status: 'admin_pending' } as const
  await platform.db.updateTable('profiles').set(status).where('id', '=', lawyerId).execute()
  await platform.db.updateTable('lawyer_profiles').set(status).where('id', '=', lawyerId).execute()
  return openSubmission(platform, lawyerId)
}

async function openSubmission({ db }: Platform, lawyerId: string, since?: Date): Promise<string> {
  const { id } = await db
    .insertInto('review_submissions')
    .values({ lawyer_id: lawyerId, ...(since && { submitted_at: since }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates the token of an e-mailed link (adminId null) or of an administrator's intent.
 * @param seconds until it expires; negative: already expired
 */
export const createReviewToken = (
  { db }: Platform,
  submissionId: string,
  { adminId = null, seconds = 600 }: { adminId?: string | null; seconds?: number } = {},
): Promise<string> =>
  db
    .transaction()
    .execute(async (tx) => (await createReviewGrant(tx, { submissionId, adminId, seconds })).token)
