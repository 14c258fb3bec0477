// npm run check: types, format and lint, architecture, structure, dead code, unit tests. Two run in parallel.
import {
  type Count,
  formatCount,
  type Part,
  readVitest,
  reportFile,
  runPart,
  stopWithParent,
  sumCounts,
  vitestArguments,
} from './parts.ts'

const PARALLEL_PARTS = 2

/** Longest first, so that no long part is left running alone at the end. */
const parts: Part[] = [
  {
    name: 'unit tests',
    programs: [vitestArguments('unit', reportFile('unit'))],
    tests: { report: reportFile('unit'), read: readVitest },
    timeoutSeconds: 120,
  },
  {
    name: 'types',
    programs: [
      ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
      ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.'],
    ],
    timeoutSeconds: 120,
  },
  { name: 'format and lint', programs: [['node_modules/.bin/biome', 'check']], timeoutSeconds: 60 },
  {
    name: 'architecture',
    programs: [
      [
        'node_modules/.bin/depcruise',
        'src',
        'tests',
        'bench',
        'tools',
        '--config',
        '.dependency-cruiser.mjs',
      ],
    ],
    timeoutSeconds: 60,
  },
  { name: 'dead code', programs: [['node_modules/knip/bin/knip.js']], timeoutSeconds: 60 },
  { name: 'structure', programs: [['tools/check-structure.ts']], timeoutSeconds: 60 },
]

/** Runs all checks, even if some fail. */
export async function check(): Promise<Count> {
  const waiting = [...parts]
  const counts: Count[] = []
  const runWorker = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) counts.push(await runPart(part))
  }
  await Promise.all(Array.from({ length: PARALLEL_PARTS }, runWorker))
  return sumCounts(counts)
}

if (import.meta.main) {
  stopWithParent()
  const begin = performance.now()
  const count = await check()
  console.log(`${formatCount(count)} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
  process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
}
