import { beforeAll, describe, expect, test } from 'vitest'
import routes from '../../src/routes.ts'
import { useAppProcesses } from '../support/app/suite.ts'
import { clientWithSession } from '../support/data/sessions.ts'
import { type ChangeWatch, watchChanges } from '../support/database/watch-changes.ts'
import { ACTORS, type Actor, WITHOUT_SESSION } from './matrix/actors.ts'
import { findLeaks, responseText } from './matrix/canaries.ts'
import { type Cell, lookUpAnswer } from './matrix/rows.ts'
import { type PageRow, pageRows } from './matrix/rows-pages.ts'
import { makeWorld, type World } from './matrix/world.ts'

// The access matrix of pages (abuse 6, 15, 27): every page × every actor × whose object it shows, as HTML and
// as data. No response contains another person's data, and opening a page writes nothing.

const suite = useAppProcesses()
let world: World
let watch: ChangeWatch
beforeAll(async () => {
  world = await makeWorld(suite)
  watch = await watchChanges(suite.database, 'rate_limits')
})

const paths = routes.map((route) => ('index' in route && route.index ? '' : (route.path ?? '')))
let cellCount = 0

/** The expected status or redirect target. */
function expectedOf(row: PageRow, actor: Actor, variant: string, address: string): number | string {
  if (row.isPublic || !WITHOUT_SESSION.includes(actor)) return lookUpAnswer(row.answers, actor, variant)
  return `/login?${new URLSearchParams({ volver: address })}`
}

test('every page has a row, and every row a page', () => {
  expect(paths.toSorted()).toEqual(Object.keys(pageRows).sort())
})

describe('who may open which page', () => {
  for (const path of paths) {
    const row = pageRows[path]
    if (!row) continue
    test(`/${path}`, async () => {
      const wrong: string[] = []
      for (const actor of ACTORS)
        for (const variant of row.variants ?? ['default']) {
          const cell: Cell = { world, actor, variant, userId: world.ids[actor] }
          const address = (await row.at?.(cell)) ?? `/${path}`
          const expected = expectedOf(row, actor, variant, address)
          const [pathname = '', query] = address.replace(/(.)\/$/, '$1').split('?')
          const data = `${pathname === '/' ? '/_' : pathname}.data${query ? `?${query}` : ''}`
          await watch.takeChanges()
          for (const [format, url] of [
            ['page', address],
            ['data', data],
          ] as const) {
            cellCount++
            const answer = await clientWithSession(suite.app.url, world.cookies[actor]).get(url)
            const name = `${actor}, ${variant}, ${format}`
            const got = answer.headers.location ?? answer.status
            // A data request reports a redirect in its body.
            const isRight =
              format === 'page' || typeof expected === 'number'
                ? got === expected
                : answer.text.includes(expected)
            if (!isRight) wrong.push(`${name}: ${got}, not ${expected} ${answer.text.slice(0, 200)}`)
            // Values from the requested URL are no leak.
            const others = world.canaries.filter((one) => !address.includes(one.text))
            const leaks = findLeaks(others, actor, responseText(answer))
            if (leaks.length > 0) wrong.push(`${name}: leaks ${leaks.join(', ')}`)
          }
          const written = await watch.takeChanges()
          if (written.length > 0)
            wrong.push(
              `${actor}, ${variant}: wrote ${written.map((one) => `${one.operation} ${one.table}`).join(', ')}`,
            )
        }
      expect(wrong).toEqual([])
    })
  }

  test('no page logs an error', () => {
    expect(suite.app.log().filter(({ level }) => level >= 50)).toEqual([])
    console.log(`access matrix: ${paths.length} pages, ${cellCount} cells`)
  })
})
