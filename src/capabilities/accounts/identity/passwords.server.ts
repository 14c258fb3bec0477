import { AsyncLocalStorage } from 'node:async_hooks'
import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

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
const CAPACITY = slots + QUEUE
const inside = new Map<string, number>()

interface Place {
  name: string
  /** How many may be inside of it. */
  most: number
  /** Of how many the first could take every place of the gate and its queue. */
  spread: number
}

/** An address and, of IPv6, the /56 that it is in. */
function placesOf(address: string): Place[] {
  const own = { name: address, most: PER_ADDRESS, spread: PER_ADDRESS }
  const [, line] = /^((?:[\da-f]+:){3}[\da-f]+)::\/64$/.exec(address) ?? []
  if (line === undefined) return [own]
  const groups = line
    .split(':')
    .map((group) => group.padStart(4, '0'))
    .join('')
  return [own, { name: `${groups.slice(0, 14)}/56`, most: PER_LINE, spread: 2 * PER_LINE }]
}

/**
 * The more are inside of a place, the fewer of all places may be taken for another of it to come in: the last ones are
 * kept for those of whom nobody is inside (H-07).
 */
function hasRoomFor({ name, most, spread }: Place): boolean {
  const own = inside.get(name) ?? 0
  return own < most && admitted < CAPACITY * (1 - own / spread)
}

/** Whether the next one would be turned away, wherever from. */
export const doorIsFull = (): boolean => admitted >= CAPACITY

/** Whether the next one from this address would be turned away. */
export const doorIsShut = (address: string): boolean => !placesOf(address).every(hasRoomFor)

/**
 * Lets in as many as the gate and its queue hold, before they cost a query: with 256 at once, their first queries
 * alone kept every reader waiting for 380 ms (bench login-storm).
 * @throws GateFull at once for whoever comes later
 */
export async function admit<T>(address: string, work: () => Promise<T>): Promise<T> {
  if (doorIsShut(address)) throw new GateFull()
  admitted++
  for (const { name } of placesOf(address)) inside.set(name, (inside.get(name) ?? 0) + 1)
  try {
    return await work()
  } finally {
    admitted--
    for (const { name } of placesOf(address)) {
      const left = (inside.get(name) ?? 1) - 1
      if (left > 0) inside.set(name, left)
      else inside.delete(name)
    }
  }
}

/**
 * Lets only a few hash at once, each in a thread with 19 MiB of its own. Work inside may hash again without queueing a second
 * time. Whoever comes here was admitted.
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

/**
 * Hashes in a thread, below everybody else: whoever reads meanwhile comes first (bench login-storm). On Linux each thread has
 * a priority of its own (setpriority(2)); elsewhere the whole process would give way. A text, since the built server is one
 * program without files beside it.
 */
const THREAD = `
const { argon2Sync } = require('node:crypto')
const { constants, setPriority } = require('node:os')
const { parentPort } = require('node:worker_threads')
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
parentPort.on('message', (parameters) => parentPort.postMessage(argon2Sync('argon2id', parameters)))`

/** Threads that have nothing to do; there are never more than slots. */
const idle = new Set<Worker>()

function startThread(): Worker {
  const thread = new Worker(THREAD, { eval: true })
  // Whoever waits for it is told by `once`.
  thread.on('error', () => {})
  thread.on('exit', () => idle.delete(thread))
  return thread
}

/** The argon2id tag, made in a thread of its own. A thread that fails is gone, and the next one who comes starts another. */
async function derive(parameters: Argon2Parameters): Promise<Uint8Array> {
  const [thread = startThread()] = idle
  idle.delete(thread)
  thread.ref()
  const answer = once(thread, 'message')
  thread.postMessage(parameters)
  const [tag] = await answer
  // An idle thread keeps no process from ending.
  thread.unref()
  idle.add(thread)
  return tag
}

/** @returns a PHC string: algorithm, cost, salt and tag */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await throughGate(() => derive({ message: password, nonce: salt, ...COST }))
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
    derive({ message: password, nonce: Buffer.from(salt, 'base64'), ...cost }),
  )
  const right = timingSafeEqual(made, expected)
  const asker = rightHash.getStore()
  if (right && asker) asker.hash = hash
  return right
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
