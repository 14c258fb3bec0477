/** Lawyers who fill in the form of onboarding and send it. */
import { freshRut } from '../../src/server/factories/lawyers.ts'
import { storeFile } from './files.ts'
import type { HouseSuite, Member } from './suite.ts'

export const SUBMIT = '/api/onboarding/submit'

/** A right one, of a RUT that nobody has; `change` makes it another, undefined leaves a key out. */
export const submission = (change: Record<string, unknown> = {}) => ({
  firstName: 'Tomás',
  lastName: 'Echeverría Soto',
  rut: freshRut(),
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

/** What a file of tests does with its suite. */
export function lawyersOf(house: HouseSuite) {
  const pending = () => house.member({ role: 'lawyer', verificationStatus: 'profile_pending' })
  const card = (who: Member, state: 'uploaded' | 'used' = 'uploaded') =>
    storeFile(house.platform, { bucket: 'identidad', ownerId: who.id, state })
  return {
    pending,
    card,
    photo: (who: Member) =>
      storeFile(house.platform, {
        bucket: 'avatars',
        ownerId: who.id,
        state: 'uploaded',
        type: 'image/jpeg',
      }),
    /** Everything of the profile, whoever's table it is. */
    profile: async (id: string) =>
      (
        await house.database.sql(
          `select p.name, p.avatar_url, p.verification_status as status, l.*, u.name as user_name
           from profiles p join lawyer_profiles l using (id) join "user" u using (id) where id = $1`,
          [id],
        )
      )[0],
    submissions: (id: string) =>
      house.database.sql('select outcome from review_submissions where lawyer_id = $1', [id]),
    /** A lawyer whose profile is with the team. @throws when it was refused */
    async submitted(change: Record<string, unknown> = {}) {
      const who = await pending()
      const idCardKey = await card(who)
      const answer = await who.post(SUBMIT, submission({ idCardKey, ...change }))
      if (answer.status !== 200) throw new Error(answer.text)
      return { who, idCardKey }
    },
    /** As the administrator's return leaves it. */
    async returned(id: string, reason: string) {
      await house.database.sql(
        "update review_submissions set outcome = 'returned', reason = $2, decided_at = now() where lawyer_id = $1 and outcome is null",
        [id, reason],
      )
      for (const table of ['profiles', 'lawyer_profiles'])
        await house.database.sql(
          `update ${table} set verification_status = 'profile_pending' where id = $1`,
          [id],
        )
    },
  }
}
