import { beforeAll, describe, expect, test } from 'vitest'
import routes from '../../src/routes.ts'
import { type ChangeWatch, watchChanges } from '../support/changes.ts'
import { clientWith } from '../support/sessions.ts'
import { useApp } from '../support/suite.ts'
import { ACTORS, type Actor, NOBODY } from './grid/actors.ts'
import { heardOf, singing } from './grid/canaries.ts'
import { answerFor, type Cell } from './grid/rows.ts'
import { type PageRow, pageRows } from './grid/rows-pages.ts'
import { makeWorld, type World } from './grid/world.ts'

// Issue 9.1, abuse 6, 15, 27: every page × everyone × whose it is about, as a page and as its data. Nobody reads a word of
// others, and opening a page writes nothing (G8).

const suite = useApp()
let world: World
let watch: ChangeWatch
beforeAll(async () => {
  world = await makeWorld(suite)
  watch = await watchChanges(suite.database, 'rate_limits')
})

const paths = routes.map((route) => ('index' in route && route.index ? '' : (route.path ?? '')))
let cells = 0

/** Status, or the place that one is sent to. */
function expectedOf(row: PageRow, who: Actor, what: string, address: string): number | string {
  if (row.open || !NOBODY.includes(who)) return answerFor(row.answers, who, what)
  return `/login?${new URLSearchParams({ volver: address })}`
}

test('every page has a row, and every row a page', () => {
  expect(paths.toSorted()).toEqual(Object.keys(pageRows).sort())
})

describe('who sees which page', () => {
  for (const path of paths) {
    const row = pageRows[path]
    if (!row) continue
    test(`/${path}`, async () => {
      const wrong: string[] = []
      for (const who of ACTORS)
        for (const what of row.cases ?? ['as it is']) {
          const cell: Cell = { world, who, what, userId: world.ids[who] }
          const address = (await row.at?.(cell)) ?? `/${path}`
          const expected = expectedOf(row, who, what, address)
          const [place = '', query] = address.replace(/(.)\/$/, '$1').split('?')
          const data = `${place === '/' ? '/_' : place}.data${query ? `?${query}` : ''}`
          await watch.since()
          for (const [door, at] of [
            ['page', address],
            ['data', data],
          ] as const) {
            cells++
            const answer = await clientWith(suite.app.url, world.cookies[who]).get(at)
            const name = `${who}, ${what}, ${door}`
            const got = answer.headers.location ?? answer.status
            // What a page's data says of a way elsewhere stands in its body.
            const isRight =
              door === 'page' || typeof expected === 'number'
                ? got === expected
                : answer.text.includes(expected)
            if (!isRight) wrong.push(`${name}: ${got}, not ${expected} ${answer.text.slice(0, 200)}`)
            // What the asker wrote into the address is nothing that they hear.
            const others = world.canaries.filter((one) => !address.includes(one.text))
            const heard = singing(others, who, heardOf(answer))
            if (heard.length > 0) wrong.push(`${name}: hears ${heard.join(', ')}`)
          }
          const written = await watch.since()
          if (written.length > 0)
            wrong.push(
              `${who}, ${what}: wrote ${written.map((one) => `${one.what} ${one.table}`).join(', ')}`,
            )
        }
      expect(wrong).toEqual([])
    })
  }

  test('no page has left an error in the log', () => {
    expect(suite.app.log().filter(({ level }) => level >= 50)).toEqual([])
    console.log(`access grid: ${paths.length} pages, ${cells} cells`)
  })
})
