// npm run bench -- NAME [--quick] [FILE]: runs a bench, prints its figures and, on the last line, a JSON
// object.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeMachine, type Options, type Outcome } from '../bench/harness.ts'

const NAMES = [
  'pages',
  'weight',
  'lighthouse',
  'login-storm',
  'overload',
  'start',
  'mail',
  'sse',
  'send',
  'chats',
  'market',
  'search',
  'triage',
]

const [name = '', ...flags] = process.argv.slice(2)
const file = resolve('bench', `${name}.ts`)
if (!NAMES.includes(name) || !existsSync(file)) {
  console.error(`Uso: npm run bench -- NOMBRE [--quick]. Los que hay: ${NAMES.join(', ')}.`)
  process.exit(1)
}
const { run } = (await import(pathToFileURL(file).href)) as { run(options: Options): Promise<Outcome> }
console.log(describeMachine())
const { figures, goals } = await run({
  quick: flags.includes('--quick'),
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
