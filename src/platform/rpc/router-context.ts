import { createContext } from 'react-router'
import type { LocalMail } from '../mail/transport.server.ts'
import type { Session } from '../session.ts'

/** What the server hands to loaders and to the document, one of each per request. Never reaches the browser. */
export interface PublicSettings {
  localMode: boolean
  passwordMinLength: number
  publicUrl: string
  supportEmail: string
  /** Whether the texts of searches also go to a language model (LLM_URL): the privacy page says so. */
  usesLanguageModel: boolean
}

export const sessionContext = createContext<Session | null>()
/** How far the house had heard before the session was read, or null (`positionHere`). */
export const positionContext = createContext<string | null>()
export const settingsContext = createContext<PublicSettings>()
/** The in-process client, by slice name: loaders go through the same door as the browser (read with `callsOf`). */
export const rpcContext = createContext<Record<string, unknown>>()
/** This request's id, which the log has too: the error page shows its beginning (OPEN-66). */
export const requestIdContext = createContext<string>()
export const nonceContext = createContext<string>()
/** Writes a rendering fault into the log with this request's id. */
export const reportContext = createContext<(error: unknown) => void>()
/** Reads the local mailbox; null outside local mode, where the page does not exist. */
export const mailboxContext = createContext<((to: string | null) => Promise<LocalMail[]>) | null>()
