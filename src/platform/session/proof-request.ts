/** The one open request for «Confirma que eres tú» (DAT-52); calls that need it meanwhile share it. */
export interface ProofRequest {
  /** Ends the request. @param isProven whether the person confirmed */
  end(isProven: boolean): void
}

let current: (ProofRequest & { answer: Promise<boolean> }) | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export const currentProofRequest = (): ProofRequest | null => current

/** Calls the listener when a request opens or ends. @returns the end of watching */
export function watchProofRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the person to confirm who they are. @returns whether they did; false where no page can ask */
export function requestProof(): Promise<boolean> {
  if (current) return current.answer
  if (listeners.size === 0) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  current = {
    answer: promise,
    end(isProven) {
      current = null
      notify()
      resolve(isProven)
    },
  }
  notify()
  return promise
}
