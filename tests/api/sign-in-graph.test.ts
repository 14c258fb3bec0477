import { describe, expect, test } from 'vitest'
import { SIGN_IN_MOVES, type SignInState } from '../../src/capabilities/security/rules.ts'
import { useTestApp } from '../support/app/suite.ts'
import { turnTotpOn } from '../support/data/second-step.ts'

const suite = useTestApp()

/** A browser whose sign-in has reached a state, and a code that is still unused. */
async function signInIn(state: SignInState) {
  const member = await suite.member()
  const { codes } = await turnTotpOn(member)
  const browser = suite.visitor()
  await browser.post('/api/accounts/login', { email: member.email, password: member.password })
  const challenge = (change: string) =>
    suite.database.sql(`update sign_in_challenges set ${change} where user_id = $1`, [member.id])
  const finish = (code = '000000') => browser.post('/api/security/finish-sign-in', { code })
  const expire = () => challenge(`expires_at = app_now() - interval '1 second'`)
  if (state === 'sesion') await finish(codes[1])
  if (state === 'terminado') await expire()
  const stateNow = async (): Promise<SignInState> => {
    const { user } = (await browser.get('/api/accounts/session')).json<{ user: object | null }>()
    const { pending } = (await browser.get('/api/security/pending-step')).json<{ pending: boolean }>()
    return user ? 'sesion' : pending ? 'segundo_paso' : 'terminado'
  }
  return { member, codes, finish, expire, stateNow }
}

describe.each(Object.keys(SIGN_IN_MOVES) as SignInState[])('a sign-in in state %s', (state) => {
  test.each(['factor', 'five wrong codes', 'over 10 minutes'] as const)(
    'DAT-48 %s: as the graph of states says, and nothing else',
    async (event) => {
      const { member, codes, finish, expire, stateNow } = await signInIn(state)
      expect(await stateNow()).toBe(state)
      if (event === 'factor') await finish(codes[0])
      if (event === 'five wrong codes') for (let at = 0; at < 5; at++) await finish()
      if (event === 'over 10 minutes') await expire()
      const moves: Partial<Record<string, SignInState>> = SIGN_IN_MOVES[state]
      const next = moves[event] ?? state
      expect(await stateNow()).toBe(next)
      // The member's own session, and that of the finished sign-in.
      const sessions = await suite.database.sql('select 1 from session where "userId" = $1', [member.id])
      expect(sessions).toHaveLength(next === 'sesion' ? 2 : 1)
    },
  )
})
