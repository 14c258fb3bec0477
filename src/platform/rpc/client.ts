import { createORPCClient, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { OFFLINE_MESSAGE } from '../errors/offline-message.ts'
import type { Reason } from '../errors/reasons.ts'
import { UNEXPECTED_MESSAGE } from '../errors/refusal.ts'
import type { UploadFailure } from '../files/upload.ts'
import { requestProof } from '../session/proof-request.ts'
import { announceSessionStale } from '../session/session-events.ts'

type Slices = Record<string, unknown>

let client: Slices | undefined

/**
 * The browser's client of one slice. Server rendering may create it, but only the browser can call it:
 * loaders use `sliceClient`.
 */
export function rpc<C extends AnyContractRouter>(slice: string): ContractRouterClient<C> {
  client ??= createORPCClient(
    new RPCLink({
      url: () => `${window.location.origin}/api/rpc`,
      interceptors: [
        onError((error) => {
          if (error instanceof ORPCError && error.status === 401) announceSessionStale()
        }),
        // DAT-52: the person confirms who they are, and the call goes on with its input.
        ({ next }) =>
          next().catch(async (error: unknown) => {
            if (!needsProof(error) || !(await requestProof())) throw error
            return next()
          }),
      ],
    }),
  ) as unknown as Slices
  return client[slice] as ContractRouterClient<C>
}

const needsProof = (error: unknown) => {
  const needed: Reason = 'REAUTH'
  return error instanceof ORPCError && error.data?.reason === needed
}

/** A failed call, as the UI shows it. */
export interface Failure {
  status: number
  /** Spanish; of an upload only. */
  title?: string
  /** Spanish, ready to show. */
  message: string
  reason?: Reason | undefined
  fields: Record<string, string>
  /** Request id of an internal error, also in the log (OPEN-66). */
  reference: string | null
  /** Seconds, for 429 and 503. */
  retryAfter: number | null
}

/** Converts any error of a call into a failure with a Spanish message, never a library's English one. */
export function failureOf(error: unknown): Failure {
  const none = { fields: {}, reference: null, retryAfter: null }
  if (isUploadFailure(error)) {
    const { status, title, message, fields } = error
    return { ...none, status, title, message, fields }
  }
  if (!(error instanceof ORPCError)) return { status: 0, message: OFFLINE_MESSAGE, ...none }
  const data = (error.data ?? {}) as {
    fields?: Record<string, string>
    reason?: Reason
    reference?: string
    retryAfter?: number
  }
  // Only our own errors are known to be in Spanish; a proxy's may be in any language.
  const isOurs = error.defined || data.reference || data.retryAfter
  return {
    status: error.status,
    message: isOurs ? error.message : UNEXPECTED_MESSAGE,
    reason: data.reason,
    fields: data.fields ?? {},
    reference: data.reference ?? null,
    retryAfter: data.retryAfter ?? null,
  }
}

/** By its name, because pages without uploads do not load the class. */
const isUploadFailure = (error: unknown): error is UploadFailure =>
  error instanceof Error && error.name === 'UploadFailure'
