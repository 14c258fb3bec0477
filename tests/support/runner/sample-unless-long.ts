/** Shortens tables of slow test cases: `npm run faults` runs all rows, `npm test` only the first ones. */

/** @param rows of a test table, most important first @param count of rows that run without LONG */
export const sampleUnlessLong = <Row>(rows: readonly Row[], count: number): readonly Row[] =>
  process.env.LONG ? rows : rows.slice(0, count)
