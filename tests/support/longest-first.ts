/** The order of test files: those that are long and do not look it begin first, so that none is left alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The grids' rows stand elsewhere, and without durations of an earlier run Vitest takes a file's size for its length. */
const isGrid = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/access/grid')

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isGrid), ...sorted.filter((file) => !isGrid(file))]
  }
}
