/** Reads the execution plans of a store's statements. */
import type pg from 'pg'
import { createDatabase, type Db } from '../../../src/platform/database/database.server.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'

interface Statement {
  text: string
  values: unknown[]
}

/** Captures the statement that a store function sends. */
async function statementOf(run: (db: Db) => Promise<unknown>): Promise<Statement> {
  let seen: Statement | undefined
  const client = {
    query: async (query: Statement) => {
      seen = query
      return { rows: [], rowCount: 0, command: 'SELECT' }
    },
    release() {},
  }
  await run(createDatabase({ connect: async () => client } as unknown as pg.Pool))
  if (!seen) throw new Error('no statement')
  return seen
}

/** @returns the custom plan and the generic plan of the statement @param run calls the store function once */
export async function explainPlans(
  platform: Pick<RunningPlatform, 'pool'>,
  run: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const { text, values } = await statementOf(run)
  const client = await platform.pool.connect()
  try {
    const plans: string[] = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const name = `asked_${mode}`
      await client.query({ name, text, values })
      const literal = (value: unknown): string =>
        Array.isArray(value)
          ? `array[${value.map(literal).join(',')}]::text[]`
          : `'${String(value).replaceAll("'", "''")}'`
      const list = values.length ? `(${values.map(literal).join(',')})` : ''
      const { rows } = await client.query(`explain execute ${name}${list}`)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  } finally {
    client.release(true)
  }
}
