import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/suite.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { PLAN_IDS } from './schema.ts'
import { listPlans } from './store.server.ts'
import { PLAN_NAMES } from './ui/plan-names.ts'

const house = useDatabase()

describe('plans', () => {
  test('LIM-10, OPEN-24: names, prices and credits, by rank', async () => {
    const plans = await listPlans(house.platform.db)
    expect(plans.map(({ id, name, price, credits }) => [id, name, price, credits])).toEqual([
      ['gratis', 'Gratis', 0, 0],
      ['basico', 'Básico', 46_000, 20],
      ['intermedio', 'Intermedio', 76_500, 50],
      ['avanzado', 'Avanzado', 145_000, 100],
    ])
  })

  test('PLA-05 to PLA-08: each card says what its plan adds', async () => {
    const plans = await listPlans(house.platform.db)
    for (const [at, plan] of plans.entries()) {
      const before = plans[at - 1]
      if (!before) continue
      expect(plan.features[0]).toBe(`Todo lo del plan ${before.name}`)
      expect(plan.features[1]).toBe(`${plan.credits} créditos con la suscripción para contactar clientes`)
    }
    expect(plans.at(-1)?.features).toContain('Sello "Perfil Destacado"')
  })

  test('the names in the program are those of the table, and so are the ids', async () => {
    const plans = await listPlans(house.platform.db)
    expect(Object.fromEntries(plans.map(({ id, name }) => [id, name]))).toEqual(PLAN_NAMES)
    expect(plans.map(({ id }) => id)).toEqual([...PLAN_IDS])
  })

  test('a lawyer has a plan of the table and no other', async () => {
    const { id } = await makeAccount(house.platform.db, { role: 'lawyer' })
    const set = (plan: string) =>
      house.database.sql(`update lawyer_profiles set plan = $1 where id = $2`, [plan, id])
    await expect(set('basic')).rejects.toMatchObject({ code: '23503' })
    await expect(set('avanzado')).resolves.toEqual([])
    await expect(house.database.sql(`delete from plans where id = 'avanzado'`)).rejects.toMatchObject({
      code: '23503',
    })
  })
})
