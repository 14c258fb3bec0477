/** Tests of one kind that differ in what they begin with: npm run faults runs all of them, npm test the first few. */

/** @param rows of a table of tests, the most telling first @param everyDay how many of them npm test runs */
export const longer = <Row>(rows: readonly Row[], everyDay: number): readonly Row[] =>
  process.env.LONG ? rows : rows.slice(0, everyDay)
