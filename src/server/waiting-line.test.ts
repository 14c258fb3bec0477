import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type WaitingLine, waitingLine } from './waiting-line.ts'

/** Who entered, who was refused, in order. */
let told: string[]
let room: number
let line: WaitingLine
const most = { held: 1_000, fair: 250, told: 0, kept: 3 }
const gone = new Set<string>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  told = []
  room = 0
  most.told = 1_000
  gone.clear()
  line = waitingLine((entered) => entered < room, most)
})

afterEach(() => {
  vi.useRealTimers()
})

const join = (...names: string[]) => {
  for (const name of names)
    line.join({
      enter: () => told.push(name),
      refuse: () => told.push(`no ${name}`),
      isGone: () => gone.has(name),
    })
}

const pass = (ms: number) => vi.advanceTimersByTime(ms)

describe('DESIGN §11 a line for what the process cannot take at once', () => {
  test('so many as there is room for enter at once, and so many again at each look', () => {
    room = 2
    join('a', 'b', 'c', 'd', 'e')
    expect(told).toEqual(['a', 'b'])
    expect(line.length).toBe(3)
    pass(1)
    expect(told).toEqual(['a', 'b', 'c', 'd'])
    pass(1)
    expect(told).toEqual(['a', 'b', 'c', 'd', 'e'])
    join('f')
    expect(told.at(-1)).toBe('f')
  })

  test('while the line moves the oldest is first, and nobody overtakes it', () => {
    join('a', 'b')
    pass(249)
    room = 1
    join('c')
    expect(told).toEqual([])
    pass(1)
    expect(told).toEqual(['a'])
    // 'b' has now waited as long as is fair.
    pass(1)
    expect(told).toEqual(['a', 'c'])
  })

  test('once somebody has waited longer than is fair, the newest is first, until the old ones are gone', () => {
    join('a')
    pass(251)
    join('b', 'c')
    room = 1
    pass(1)
    expect(told).toEqual(['c'])
    pass(1)
    expect(told).toEqual(['c', 'b'])
    pass(1)
    expect(told).toEqual(['c', 'b', 'a'])
  })

  test('whoever has waited in vain is refused, and nobody before that', () => {
    join('a')
    pass(500)
    join('b')
    pass(500)
    expect(told).toEqual([])
    pass(1)
    expect(told).toEqual(['no a'])
    pass(500)
    expect(told).toEqual(['no a', 'no b'])
    expect([line.length, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('refusals are spread; whoever waits on may still enter', () => {
    most.told = 1
    join('a', 'b', 'c')
    gone.add('a')
    pass(1_001)
    expect(told).toEqual(['no b'])
    room = 1
    pass(1)
    expect(told).toEqual(['no b', 'c'])
  })

  test('for one more than may wait the oldest is refused at once: who comes newly is first to enter', () => {
    join('a', 'b', 'c', 'd')
    expect([told, line.length]).toEqual([['no a'], 3])
    gone.add('b')
    join('e')
    expect([told, line.length]).toEqual([['no a'], 3])
    pass(251)
    join('f')
    room = 1
    pass(1)
    expect(told).toEqual(['no a', 'no c', 'f'])
  })

  test('whoever has been refused makes place', () => {
    join('a')
    pass(500)
    join('b', 'c')
    pass(501)
    join('d')
    expect(told).toEqual(['no a'])
    join('e')
    expect(told).toEqual(['no a', 'no b'])
  })

  test('whoever has gone neither enters nor takes the place of another', () => {
    join('a', 'b', 'c')
    gone.add('a').add('b')
    room = 1
    pass(1)
    expect(told).toEqual(['c'])
    room = 0
    join('d', 'e')
    gone.add('d')
    pass(1_002)
    expect(told).toEqual(['c', 'no e'])
  })

  test('nothing ticks while nobody waits', () => {
    room = 1
    join('a')
    expect(vi.getTimerCount()).toBe(1)
    pass(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
