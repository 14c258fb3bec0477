import { createContext } from 'react-router'
import type { Operator } from '../config/config.ts'
import type { LocalMail } from '../mail/transport.server.ts'
import type { Session } from '../session/session.ts'

/** Settings for loaders and for the document. */
export interface PublicSettings {
  localMode: boolean
  passwordMinLength: number
  publicUrl: string
  supportEmail: string
  /** Whether search texts are also sent to a language model (LLM_URL): the privacy page says so. */
  usesLanguageModel: boolean
  /** Server of that language model; null: none, or on this machine. Texts go there with consent only (DAT-31). */
  externalModelHost: string | null
}

// Values that the server passes to loaders and to the document, per request. They never reach the browser.

export const sessionContext = createContext<Session | null>()
/** DAT-51: whether this person can use /seguridad only. */
export const lacksFactorContext = createContext<boolean>()
/** Position of live events before the session was read, or null (realtime/position.ts). */
export const positionContext = createContext<string | null>()
export const settingsContext = createContext<PublicSettings>()
/** Who operates Amparo, for the pages that say it (DAT-34). */
export const operatorContext = createContext<Operator>()
/**
 * In-process RPC clients by slice name, with the same checks as the browser's calls. Read with `sliceClient`.
 */
export const rpcContext = createContext<Record<string, unknown>>()
/** Request id, also in the log: the error page shows its first characters (OPEN-66). */
export const requestIdContext = createContext<string>()
export const nonceContext = createContext<string>()
/** Logs a rendering error with the request id. */
export const reportErrorContext = createContext<(error: unknown) => void>()
/** Reads the local mailbox; null outside local mode, where there is no mailbox page. */
export const mailboxContext = createContext<((to: string | null) => Promise<LocalMail[]>) | null>()
