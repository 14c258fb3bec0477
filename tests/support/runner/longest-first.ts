/** Runs the longest test files first, so that none of them is left running alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Without durations of an earlier run, Vitest estimates them by file size. The access matrix tests are small
 * files with long runs, because their rows are in other files.
 */
const isAccessMatrix = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/access/matrix')

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isAccessMatrix), ...sorted.filter((file) => !isAccessMatrix(file))]
  }
}
