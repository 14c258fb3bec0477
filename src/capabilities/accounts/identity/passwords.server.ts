import { AsyncLocalStorage } from 'node:async_hooks'
import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'

/** argon2id: 19 MiB (`memory` in KiB), 2 passes, 1 lane, as in OWASP's Password Storage Cheat Sheet. */
const ARGON2_COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
/** Requests that may wait for a hash slot. */
const QUEUE_SIZE = 32

/** Thrown when the login queue has no place for the client; answered with 503. */
export class LoginQueueFull extends Error {}

/** Concurrent hashes; leaves one processor for other work. */
const SLOTS = Math.max(1, availableParallelism() - 1)
/** Set while the current async context owns a hash slot. */
const ownsSlot = new AsyncLocalStorage<true>()
const inHashSlot = pLimit(SLOTS)
let admittedCount = 0

/**
 * Admitted requests per IP address and per IPv6 /56, so that one machine or one customer line cannot fill the
 * queue. An IPv6 line may have 256 or more /64 networks (RFC 6177).
 */
const MAX_PER_ADDRESS = 4
const MAX_PER_IPV6_56 = 8
const CAPACITY = SLOTS + QUEUE_SIZE
const admittedByNetwork = new Map<string, number>()

interface Network {
  name: string
  /** Maximum of admitted requests. */
  max: number
  /**
   * Controls the fair share: with `n` requests admitted, the network gets another place only while less than
   * 1 - n / `spread` of the capacity is used.
   */
  spread: number
}

/**
 * The networks an address counts for: the address (an IPv4 address or an IPv6 /64) and, for IPv6, its /56.
 */
function networksOf(address: string): Network[] {
  const own = { name: address, max: MAX_PER_ADDRESS, spread: MAX_PER_ADDRESS }
  const [, prefix] = /^((?:[\da-f]+:){3}[\da-f]+)::\/64$/.exec(address) ?? []
  if (prefix === undefined) return [own]
  const groups = prefix
    .split(':')
    .map((group) => group.padStart(4, '0'))
    .join('')
  return [own, { name: `${groups.slice(0, 14)}/56`, max: MAX_PER_IPV6_56, spread: 2 * MAX_PER_IPV6_56 }]
}

/**
 * Admits a network only below a capacity threshold that falls with the places it already has, so that the
 * last places are reserved for networks that have none (H-07).
 */
function hasRoomFor({ name, max, spread }: Network): boolean {
  const own = admittedByNetwork.get(name) ?? 0
  return own < max && admittedCount < CAPACITY * (1 - own / spread)
}

/** Whether the login queue has no place for this address. */
export const isLoginQueueFull = (address: string): boolean => !networksOf(address).every(hasRoomFor)

/**
 * Runs `work` with a place in the login queue. Call it before the first query: in a burst, the queries of all
 * sign-ins would delay every other request (bench login-storm).
 * @throws LoginQueueFull if there is no place for this address
 */
export async function withLoginPlace<T>(address: string, work: () => Promise<T>): Promise<T> {
  if (isLoginQueueFull(address)) throw new LoginQueueFull()
  admittedCount++
  for (const { name } of networksOf(address))
    admittedByNetwork.set(name, (admittedByNetwork.get(name) ?? 0) + 1)
  try {
    return await work()
  } finally {
    admittedCount--
    for (const { name } of networksOf(address)) {
      const left = (admittedByNetwork.get(name) ?? 1) - 1
      if (left > 0) admittedByNetwork.set(name, left)
      else admittedByNetwork.delete(name)
    }
  }
}

/**
 * Runs `work` in one of the hash slots, waiting in FIFO order; each hash needs a thread and 19 MiB.
 * Reentrant: work that already owns a slot does not queue again. Unbounded: call it inside `withLoginPlace`.
 */
export const withHashSlot = <T>(work: () => Promise<T>): Promise<T> =>
  ownsSlot.getStore() ? work() : inHashSlot(() => ownsSlot.run(true, work))

/**
 * Worker thread that hashes at low priority, so that other requests come first (bench login-storm). Linux
 * only: there setpriority(2) applies to a thread, elsewhere it would slow the whole process. The code is a
 * string because the built server is a single file.
 */
const HASH_WORKER = `
const { argon2Sync } = require('node:crypto')
const { constants, setPriority } = require('node:os')
const { parentPort } = require('node:worker_threads')
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
parentPort.on('message', (parameters) => parentPort.postMessage(argon2Sync('argon2id', parameters)))`

/** Idle threads, at most one per slot. */
const idleThreads = new Set<Worker>()

function startThread(): Worker {
  const thread = new Worker(HASH_WORKER, { eval: true })
  // The awaiting `once` rejects; this listener only prevents an uncaught exception.
  thread.on('error', () => {})
  thread.on('exit', () => idleThreads.delete(thread))
  return thread
}

/**
 * Computes the argon2id tag in a worker thread. A failed thread exits, and the next call starts a new one.
 */
async function deriveTag(parameters: Argon2Parameters): Promise<Uint8Array> {
  const [thread = startThread()] = idleThreads
  idleThreads.delete(thread)
  thread.ref()
  const answer = once(thread, 'message')
  thread.postMessage(parameters)
  const [tag] = await answer
  // An idle thread must not keep the process alive.
  thread.unref()
  idleThreads.add(thread)
  return tag
}

/** Hashes a password. @returns a PHC string: algorithm, cost, salt and tag */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await withHashSlot(() => deriveTag({ message: password, nonce: salt, ...ARGON2_COST }))
  return formatHash(salt, tag)
}

/** A new hash that costs as much to verify as a real one and matches no password that can be found. */
export const unknownHash = () => formatHash(randomBytes(16), randomBytes(ARGON2_COST.tagLength))

export const UNKNOWN_HASH = unknownHash()

/**
 * Whether the password matches the PHC string; false for a malformed string.
 * @throws RangeError on invalid costs
 */
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
  const computed = await withHashSlot(() =>
    deriveTag({ message: password, nonce: Buffer.from(salt, 'base64'), ...cost }),
  )
  return timingSafeEqual(computed, expected)
}

function formatHash(salt: Uint8Array, tag: Uint8Array): string {
  const { memory, passes, parallelism } = ARGON2_COST
  const [nonce, hash] = [salt, tag].map((bytes) => Buffer.from(bytes).toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce}$${hash}`
}
