// npm run bench -- NAME [--quick | --smoke] [FILE]: runs a bench, prints its figures and, on the last line, a JSON
// object.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BENCHES, describeMachine, type Length, type Options, type Outcome } from '../bench/harness.ts'

const [name = '', ...flags] = process.argv.slice(2)
const file = resolve('bench', `${name}.ts`)
if (!BENCHES.includes(name)) {
  console.error(`Uso: npm run bench -- NOMBRE [--quick]. Los que hay: ${BENCHES.join(', ')}.`)
  process.exit(1)
}
const length: Length = flags.includes('--smoke') ? 'smoke' : flags.includes('--quick') ? 'quick' : 'full'
const { run } = (await import(pathToFileURL(file).href)) as { run(options: Options): Promise<Outcome> }
console.log(describeMachine())
const { figures, goals } = await run({
  length,
  files: flags.filter((flag) => !flag.startsWith('-')),
})
let met = true
for (const [figure, value] of Object.entries(figures)) {
  const goal = goals[figure]
  const reached = goal === undefined || (figure.startsWith('min') ? value >= goal : value <= goal)
  met &&= reached
  console.log(
    `${figure.padEnd(44)} ${String(value).padStart(12)}${goal === undefined ? '' : `   goal ${figure.startsWith('min') ? '≥' : '≤'} ${goal}${reached ? '' : '   MISSED'}`}`,
  )
}
console.log(JSON.stringify({ bench: name, figures, goals, met }))
process.exit(0)
