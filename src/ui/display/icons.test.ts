import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

it('every icon name has a symbol, and every symbol a name', () => {
  const symbols = [...read('icons.svg').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  const type = /export type IconName =([\s\S]*?)\n\n/.exec(read('icon.tsx'))?.[1] ?? ''
  const names = [...type.matchAll(/'([^']+)'/g)].map(([, name]) => name)
  expect(symbols.sort()).toEqual([...names, 'roof'].sort())
})
