import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

it('every icon that can be named is drawn, and every drawing can be named', () => {
  const drawn = [...read('icons.svg').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  const type = /export type IconName =([\s\S]*?)\n\n/.exec(read('icon.tsx'))?.[1] ?? ''
  const named = [...type.matchAll(/'([^']+)'/g)].map(([, name]) => name)
  expect(drawn.sort()).toEqual([...named, 'roof'].sort())
})
