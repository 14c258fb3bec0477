/** The order of test files: those known to be long begin first, so that none is left alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a tenth of their group and more while they are short to read; Vitest takes size for duration. */
const LONG = [
  'tests/access/grid.db.test.ts',
  'tests/access/grid-pages.db.test.ts',
  'tests/api/email-code.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification) => LONG.some((name) => file.moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
