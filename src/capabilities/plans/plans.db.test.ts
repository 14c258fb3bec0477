import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { PLAN_WORDS } from '../lawyers/data.ts'
import { PLAN_IDS } from './schema.ts'
import { listPlans } from './store.server.ts'
import { PLAN_NAMES } from './ui/plan-names.ts'

const suite = useDatabase()

describe('plans', () => {
  test('LIM-10, OPEN-24: names, prices and credits, by rank', async () => {
    const plans = await listPlans(suite.platform.db)
    expect(plans.map(({ id, name, price, credits }) => [id, name, price, credits])).toEqual([
      ['gratis', 'Gratis', 0, 0],
      ['basico', 'Básico', 46_000, 20],
      ['intermedio', 'Intermedio', 76_500, 50],
      ['avanzado', 'Avanzado', 145_000, 100],
    ])
  })

  test('PLA-05 to PLA-08: each plan lists what it adds to the previous one', async () => {
    const plans = await listPlans(suite.platform.db)
    for (const [at, plan] of plans.entries()) {
      const before = plans[at - 1]
      if (!before) continue
      expect(plan.features[0]).toBe(`Todo lo del plan ${before.name}`)
      expect(plan.features[1]).toBe(`${plan.credits} créditos con la suscripción para contactar clientes`)
    }
    expect(plans.at(-1)?.features).toContain('Sello "Perfil Destacado"')
  })

  test('plan names and ids in the code match the database', async () => {
    const plans = await listPlans(suite.platform.db)
    expect(Object.fromEntries(plans.map(({ id, name }) => [id, name]))).toEqual(PLAN_NAMES)
    expect(PLAN_WORDS).toEqual(PLAN_NAMES)
    expect(plans.map(({ id }) => id)).toEqual([...PLAN_IDS])
  })

  test('a lawyer can only have a plan from the table', async () => {
    const { id } = await makeAccount(suite.platform.db, { role: 'lawyer' })
    const set = (plan: string) =>
      suite.database.sql(`update lawyer_profiles set plan = $1 where id = $2`, [plan, id])
    await expect(set('basic')).rejects.toMatchObject({ code: '23503' })
    await expect(set('avanzado')).resolves.toEqual([])
    await expect(suite.database.sql(`delete from plans where id = 'avanzado'`)).rejects.toMatchObject({
      code: '23503',
    })
  })
})
