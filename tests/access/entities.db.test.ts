import { expect, test } from 'vitest'
import { lawyerStatsOutput } from '../../src/capabilities/cases/schema.ts'
import { interviewSchema } from '../../src/capabilities/interview/schema.ts'
import { CASE_SPECIALTIES, PROFILE_SPECIALTY_CATEGORIES } from '../../src/capabilities/lawyers/schema.ts'
import { lawyerSummary, searchResult } from '../../src/capabilities/search/schema.ts'
import { REGIONS } from '../../src/chile/regions.ts'
import { OTHER_UNIVERSITY, UNIVERSITIES } from '../../src/chile/universities.ts'
import { api } from '../../src/server/api.ts'
import { useDatabase } from '../support/app/suite.ts'

// The entities and calls that the specification lists exist under their names.

const suite = useDatabase()

const ENTITIES: Record<string, [table: string, columns: string]> = {
  'ENT-03': ['profiles', 'id name avatar_url email role verification_status updated_at'],
  'ENT-04': ['client_profiles', 'id'],
  'ENT-05': [
    'lawyer_profiles',
    'id plan credits_available credits_used plan_last_updated is_verified verification_status price experience description specialties phone_number rut birth_date address_street address_number address_apartment address_commune address_region location university graduation_year',
  ],
  'ENT-08': [
    'chats',
    'id client_id lawyer_id case_id last_message updated_at lawyer_unread_count client_unread_count',
  ],
  'ENT-09': ['messages', 'id chat_id sender_id type content proposal_id created_at'],
  'ENT-10': ['proposals', 'id chat_id case_id creator_id status version created_at'],
  'ENT-11': [
    'cases',
    'id title description status client_id lawyer_id specialty commune urgency details proposal_accepted_at created_at',
  ],
  'ENT-12': ['reviews', 'id lawyer_id client_id case_id rating comment created_at'],
  'ENT-13': ['tasks', 'id case_id title status order'],
  'ENT-14': ['case_documents', 'id case_id uploader_id file_name'],
  'ENT-15': ['plans', 'id name price credits features'],
}

test.each(Object.entries(ENTITIES))(
  'ENT-03 to ENT-05, ENT-08 to ENT-15: %s has the columns of its entity',
  async (_id, [table, columns]) => {
    const rows = await suite.database.sql<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = $1',
      [table],
    )
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(columns.split(' ')))
  },
)

/** Call of the specification → operations that implement it (OPEN-69 defines their names). */
const CALLS: Record<string, string> = {
  'CAL-01':
    'accounts.login accounts.register accounts.logout accounts.session accounts.confirmEmail departure.deleteAccount',
  'CAL-02': 'chat.unreadTotal',
  'CAL-03': 'onboarding.submit',
  'CAL-04': 'chat.send',
  'CAL-05': 'onboarding.verifyCode',
  'CAL-06': 'verification.verify',
  'CAL-07': 'departure.deleteAccount',
  'CAL-08': 'lawyers.publicProfile',
  'CAL-09': 'chat.open',
  'CAL-10': 'chat.startFromCase',
  'CAL-11': 'onboarding.notifyAdmin',
  'CAL-12': 'onboarding.sendCode',
  'CAL-13': 'verification.notifyLawyer',
  'CAL-15': 'lawyers.updateProfile accounts.updateName',
  'CAL-16': 'plans.subscribe',
  'CAL-17': 'chat.list chat.read',
  'CAL-18': 'chat.messages chat.send',
  'CAL-19':
    'proposals.byId proposals.create proposals.accept proposals.reject proposals.withdraw proposals.pendingOfLawyer',
  'CAL-20': 'cases.publish cases.advance',
  'CAL-21': 'cases.caseById cases.market',
  'CAL-22': 'lawyers.publicProfile',
  'CAL-25': 'workspace.tasks workspace.moveTask',
  'CAL-26': 'workspace.documents workspace.addDocument workspace.deleteDocument',
  'CAL-27': 'cases.market lawyers.colleagues',
}

test.each(Object.entries(CALLS))('GEN-08, OPEN-69: %s has its operation in the API', (_id, names) => {
  const router = api as unknown as Record<string, Record<string, unknown>>
  for (const name of names.split(' ')) {
    const [slice = '', operation = ''] = name.split('.')
    expect(router[slice]?.[operation], name).toBeDefined()
  }
})

/** The keys of output schemas. They are allow-lists: no other key may leave the server. */
test.each([
  ['ENT-16', lawyerStatsOutput, 'total_clients total_cases'],
  [
    'ENT-17',
    searchResult,
    'id name specialties price rating reviewCount experience is_verified plan address_commune avatar location name_confirmed',
  ],
  [
    'ENT-18',
    lawyerSummary,
    'id name rating reviewCount address_commune experience specialties price plan avatar name_confirmed',
  ],
  [
    'ENT-19',
    interviewSchema,
    'id clientId lawyerId clientName lawyerName clientProblem clientGoal lawyerRecommendation status createdAt updatedAt',
  ],
] as const)('ENT-16 to ENT-19: the shape of %s has these keys and no other', (_id, shape, names) => {
  expect(Object.keys(shape.shape).sort()).toEqual(names.split(' ').sort())
})

test('ENT-20 the static lists: 16 regions, 46 universities and «Otra», 8 categories, 16 case specialties', () => {
  expect(REGIONS).toHaveLength(16)
  expect(REGIONS.every(({ communes }) => communes.length > 0)).toBe(true)
  expect(UNIVERSITIES.filter((name) => name !== OTHER_UNIVERSITY).length).toBeGreaterThanOrEqual(46)
  expect(UNIVERSITIES).toContain('Otra')
  expect(PROFILE_SPECIALTY_CATEGORIES).toHaveLength(8)
  expect(CASE_SPECIALTIES).toHaveLength(16)
})
