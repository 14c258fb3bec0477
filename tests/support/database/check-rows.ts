/** Compares the types of `rowOf` with the results that PostgreSQL describes. */
import { verifyRows } from '../../../src/platform/database/queries.server.ts'

/** The types whose statements have run in this process. */
const seen = new Set<object>()

/** @throws when a statement runs and has another column, lacks one, or returns another type */
export function checkRows(): void {
  verifyRows((types, fields) => {
    // Tests that only capture a statement answer it without a description.
    if (!fields) return
    seen.add(types)
    const returned = new Map(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
    for (const [name, { oids }] of Object.entries(types))
      if (!oids.includes(returned.get(name) ?? 0))
        throw new Error(
          `Column ${name}: declared as one of the types ${oids}, returned ${returned.get(name)}`,
        )
    const extra = [...returned.keys()].filter((name) => !(name in types))
    if (extra.length > 0) throw new Error(`Columns that rowOf does not have: ${extra}`)
  })
}

/** The columns of each `rowOf` without a statement that has run in this process. */
export const uncheckedRows = (): string[][] =>
  [...verifyRows()].filter((types) => !seen.has(types)).map((types) => Object.keys(types))
