import { setPlan } from '../../../src/demo-data/lawyers.ts'
import type { AppSuite, Member } from '../app/suite.ts'
import { type Client, newClient } from '../network/http-client.ts'
import { creditsOf, movementsOf } from './credit-ledger.ts'

/** Creates lawyers with plans, and reads their credits, in a test file with two applications. */
export function creditFixtures(testApp: AppSuite) {
  return {
    /** Creates a verified lawyer who is signed in. */
    lawyer: async (plan?: 'basico' | 'intermedio' | 'avanzado', credits = 20) => {
      const member = await testApp.member({ role: 'lawyer', verificationStatus: 'verified' })
      if (plan) await setPlan(testApp.platform.db, member.id, plan, credits)
      return member
    },
    client: () => testApp.member(),
    /** Returns a client with the same session at the second application. */
    atSecondApp(member: Member): Client {
      const twin = newClient(testApp.apps[1]?.url ?? '')
      for (const [name, value] of member.jar) twin.jar.set(name, value)
      return twin
    },
    creditsOf: (id: string) => creditsOf(testApp.database, id),
    movements: (id: string) => movementsOf(testApp.database, id),
  }
}
