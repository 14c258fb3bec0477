import { AsyncLocalStorage } from 'node:async_hooks'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP's recommendation; about 22 ms here (reference/stack-backend.md §3). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const QUEUE = 32

/** Thrown when more people than the queue holds are signing in at this moment; answered 503. */
export class GateFull extends Error {}

const slots = Math.max(1, availableParallelism() - 1)
const holding = new AsyncLocalStorage<true>()
const waiting: (() => void)[] = []
let taken = 0
let admitted = 0

/**
 * Most people from one address at the same moment: a single machine must not fill the queue for everyone else, nor a
 * single line, which with IPv6 has 256 networks or more (RFC 6177).
 */
const PER_ADDRESS = 4
const PER_LINE = 8
const inside = new Map<string, number>()

/** An address and, of IPv6, the /56 that it is in, with how many may be inside of each. */
function placesOf(address: string): [place: string, most: number][] {
  const own: [string, number] = [address, PER_ADDRESS]
  const [, line] = /^((?:[\da-f]+:){3}[\da-f]+)::\/64$/.exec(address) ?? []
  if (line === undefined) return [own]
  const groups = line
    .split(':')
    .map((group) => group.padStart(4, '0'))
    .join('')
  return [own, [`${groups.slice(0, 14)}/56`, PER_LINE]]
}

/** Whether the next one would be turned away, wherever from. */
export const doorIsFull = (): boolean => admitted >= slots + QUEUE

/** Whether the next one from this address would be turned away. */
export const doorIsShut = (address: string): boolean =>
  doorIsFull() || placesOf(address).some(([place, most]) => (inside.get(place) ?? 0) >= most)

/**
 * Lets in as many as the gate and its queue hold, before they cost a query: with 256 at once, their first queries
 * alone kept every reader waiting for 380 ms (bench login-storm).
 * @throws GateFull at once for whoever comes later
 */
export async function admit<T>(address: string, work: () => Promise<T>): Promise<T> {
  if (doorIsShut(address)) throw new GateFull()
  admitted++
  for (const [place] of placesOf(address)) inside.set(place, (inside.get(place) ?? 0) + 1)
  try {
    return await work()
  } finally {
    admitted--
    for (const [place] of placesOf(address)) {
      const left = (inside.get(place) ?? 1) - 1
      if (left > 0) inside.set(place, left)
      else inside.delete(place)
    }
  }
}

/**
 * Lets only a few hash at once: without it 256 logins starve files and DNS of threads for seconds (measured).
 * Work inside may hash again without queueing a second time. Whoever comes here was admitted.
 */
export async function throughGate<T>(work: () => Promise<T>): Promise<T> {
  if (holding.getStore()) return work()
  if (taken < slots) taken++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await holding.run(true, work)
  } finally {
    const next = waiting.shift()
    // The slot passes straight to the next in line, so nobody new can slip in between.
    if (next) next()
    else taken--
  }
}

/** @returns a PHC string: algorithm, cost, salt and tag */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await throughGate(() => derive('argon2id', { message: password, nonce: salt, ...COST }))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Tells whoever asked which PHC string a password was found right against. */
export const rightHash = new AsyncLocalStorage<{ hash: string | null }>()

/** Whether the password made this PHC string; false for a string of another form. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
  if (!memory || !passes || !lanes || !salt || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  }
  const made = await throughGate(() =>
    derive('argon2id', { message: password, nonce: Buffer.from(salt, 'base64'), ...cost }),
  )
  const right = timingSafeEqual(made, expected)
  const asker = rightHash.getStore()
  if (right && asker) asker.hash = hash
  return right
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
