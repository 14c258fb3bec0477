import { setPlan } from '../../src/server/factories/lawyers.ts'
import { type Client, newClient } from './http.ts'
import { movementsOf, standingOf } from './ledger.ts'
import type { HouseSuite, Member } from './suite.ts'

/** Lawyers who pay, and what they have, in a test file's own two processes. */
export function paying(house: HouseSuite) {
  return {
    /** A verified one, signed in. */
    lawyer: async (plan?: 'basico' | 'intermedio' | 'avanzado', credits = 20) => {
      const member = await house.member({ role: 'lawyer', verificationStatus: 'verified' })
      if (plan) await setPlan(house.platform.db, member.id, plan, credits)
      return member
    },
    client: () => house.member(),
    /** The same person at the other process. */
    elsewhere(member: Member): Client {
      const twin = newClient(house.apps[1]?.url ?? '')
      for (const [name, value] of member.jar) twin.jar.set(name, value)
      return twin
    },
    standing: (id: string) => standingOf(house.database, id),
    movements: (id: string) => movementsOf(house.database, id),
  }
}
