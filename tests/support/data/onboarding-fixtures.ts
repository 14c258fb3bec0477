/** Creates lawyers at the onboarding form, with their uploads and submissions. */
import { uniqueRut } from '../../../src/demo-data/lawyers.ts'
import type { AppSuite, Member } from '../app/suite.ts'
import { storeFile } from '../files/test-files.ts'

export const SUBMIT_URL = '/api/onboarding/submit'

/** Valid input of the form with a new RUT. @param change overrides fields; undefined removes one */
export const submissionInput = (change: Record<string, unknown> = {}) => ({
  firstName: 'Tomás',
  lastName: 'Echeverría Soto',
  rut: uniqueRut(),
  phoneNumber: '+56987654321',
  birthDate: '1988-04-17',
  addressStreet: 'Avenida Irarrázaval',
  addressNumber: '2401',
  location: { region: 'Metropolitana de Santiago', commune: 'Ñuñoa' },
  specialties: ['Divorcio', 'Arriendo (conflictos)'],
  experience: 9,
  price: 35_000,
  description: 'Asesoro a arrendadores y arrendatarios.',
  university: 'Universidad Diego Portales',
  graduationYear: 2014,
  ...change,
})

/** Helpers for tests of onboarding. */
export function onboardingFixtures(testApp: AppSuite) {
  const pendingLawyer = () => testApp.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
  const storeCard = (who: Member, state: 'uploaded' | 'used' = 'uploaded') =>
    storeFile(testApp.platform, { bucket: 'identidad', ownerId: who.id, state })
  return {
    pendingLawyer,
    storeCard,
    storePhoto: (who: Member) =>
      storeFile(testApp.platform, {
        bucket: 'avatars',
        ownerId: who.id,
        state: 'uploaded',
        type: 'image/jpeg',
      }),
    /** Reads the profile from all its tables. */
    profile: async (id: string) =>
      (
        await testApp.database.sql(
          `select p.name, p.avatar_url, p.verification_status as status, l.*, u.name as user_name
           from profiles p join lawyer_profiles l using (id) join "user" u using (id) where id = $1`,
          [id],
        )
      )[0],
    submissions: (id: string) =>
      testApp.database.sql('select outcome from review_submissions where lawyer_id = $1', [id]),
    /** Creates a lawyer with a submitted profile. @throws when the submission is refused */
    async submittedLawyer(change: Record<string, unknown> = {}) {
      const who = await pendingLawyer()
      const idCardKey = await storeCard(who)
      const answer = await who.post(SUBMIT_URL, submissionInput({ idCardKey, ...change }))
      if (answer.status !== 200) throw new Error(answer.text)
      return { who, idCardKey }
    },
    /** Returns the submission to the lawyer, as an administrator does. */
    async returnSubmission(id: string, reason: string) {
      await testApp.database.sql(
        "update review_submissions set outcome = 'returned', reason = $2, decided_at = now() where lawyer_id = $1 and outcome is null",
        [id, reason],
      )
      for (const table of ['profiles', 'lawyer_profiles'])
        await testApp.database.sql(
          `update ${table} set verification_status = 'profile_pending' where id = $1`,
          [id],
        )
    },
  }
}
