import { createORPCClient, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { UNEXPECTED } from '../errors/refusal.ts'
import { OFFLINE } from './offline.ts'
import { sessionRefused } from './session-change.ts'

type Slices = Record<string, unknown>

let client: Slices | undefined

/**
 * The browser's client of one slice. Rendering on the server may ask for it, but only the browser can call it:
 * loaders use `callsOf`.
 */
export function rpc<C extends AnyContractRouter>(slice: string): ContractRouterClient<C> {
  client ??= createORPCClient(
    new RPCLink({
      url: () => `${window.location.origin}/api/rpc`,
      interceptors: [
        onError((error) => {
          if (error instanceof ORPCError && error.status === 401) sessionRefused()
        }),
      ],
    }),
  ) as unknown as Slices
  return client[slice] as ContractRouterClient<C>
}

/** What a screen may say of a failed call. */
export interface Failure {
  status: number
  code: string
  /** Spanish, ready to show. */
  message: string
  fields: Record<string, string>
  /** Present for faults: the log has it too (OPEN-66). */
  reference: string | null
  /** Seconds, for 429 and 503. */
  retryAfter: number | null
}

/** Turns whatever a call threw into Spanish words; no English text of a library ever reaches a person. */
export function failureOf(error: unknown): Failure {
  const none = { fields: {}, reference: null, retryAfter: null }
  if (!(error instanceof ORPCError)) return { status: 0, code: 'OFFLINE', message: OFFLINE, ...none }
  const data = (error.data ?? {}) as {
    fields?: Record<string, string>
    reference?: string
    retryAfter?: number
  }
  // Ours: of a proxy's own words nobody knows the language.
  const spanish = error.defined || data.reference || data.retryAfter
  return {
    status: error.status,
    code: error.code,
    message: spanish ? error.message : UNEXPECTED,
    fields: data.fields ?? {},
    reference: data.reference ?? null,
    retryAfter: data.retryAfter ?? null,
  }
}
