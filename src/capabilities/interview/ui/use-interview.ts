import { useEffect, useRef, useState } from 'react'
import type { Role } from '../../../platform/session.ts'
import { mayWrite, type Sent } from '../rules.ts'
import type { Interview, Texts } from '../schema.ts'
import {
  dropInterviewDraft,
  keepInterviewDraft,
  keepSent,
  onSentElsewhere,
  readInterviewDraft,
  readSent,
  sentTo,
} from './interview-storage.ts'

export interface Writer {
  id: string
  name: string
  role: Role
}

export interface Subject {
  lawyerId: string
  lawyerName: string
  lawyerAvatar: string | null
}

const BLANK: Texts = { clientProblem: '', clientGoal: '', lawyerRecommendation: '' }
const FIELDS = Object.keys(BLANK) as (keyof Texts)[]

/**
 * The interview of one lawyer as whoever looks may write it: a client their own, a lawyer the one that a client sent to
 * them in this browser. Storage is read once the page stands: the server knows nothing of it.
 */
export function useInterview(writer: Writer, { lawyerId, lawyerName }: Subject) {
  const [ready, setReady] = useState(false)
  /** What clients sent to the lawyer who looks. */
  const [received, setReceived] = useState<Interview[]>([])
  const [sent, setSent] = useState<Interview | null>(null)
  const [draft, setDraft] = useState<Interview | null>(null)
  const [texts, setTexts] = useState(BLANK)
  /** What of them is stored. */
  const kept = useRef(BLANK)
  const isLawyer = writer.role === 'lawyer'

  /** Shows what these two have. A lawyer without a client's interview writes one of nobody (INT-10). */
  const show = (clientId: string) => {
    const stored = readSent(lawyerId, clientId)
    const begun = readInterviewDraft(writer.id, lawyerId, clientId)
    // What a lawyer wrote before any interview came is not lost with the first one.
    const early = isLawyer ? (begun ?? readInterviewDraft(writer.id, lawyerId, writer.id)) : null
    setSent(stored)
    setDraft(begun)
    kept.current = {
      clientProblem: stored?.clientProblem ?? begun?.clientProblem ?? '',
      clientGoal: stored?.clientGoal ?? begun?.clientGoal ?? '',
      lawyerRecommendation: stored?.lawyerRecommendation || (early?.lawyerRecommendation ?? ''),
    }
    setTexts(kept.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the route gives other people another key
  useEffect(() => {
    const mine = isLawyer && writer.id === lawyerId ? sentTo(lawyerId) : []
    setReceived(mine)
    show(mine[0]?.clientId ?? writer.id)
    setReady(true)
  }, [])

  /** OPEN-57: what was sent in another tab stands, and is shown. @returns whether there was such a thing */
  const yielded = (): boolean => {
    const clientId = sent?.clientId ?? writer.id
    const stored = readSent(lawyerId, clientId)
    if (!stored || stored.updatedAt === sent?.updatedAt) return false
    show(clientId)
    return true
  }
  useEffect(() => onSentElsewhere(yielded))

  const state: Sent = {
    status: sent?.status ?? 'draft',
    recommendation: sent?.lawyerRecommendation ?? '',
  }
  const written = (status: Interview['status']): Interview => {
    const before = sent ?? draft
    const now = new Date().toISOString()
    const known = before ?? {
      id: crypto.randomUUID(),
      clientId: writer.id,
      clientName: isLawyer ? '' : writer.name,
      createdAt: now,
    }
    const { id, clientId, clientName, createdAt } = known
    const clean = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()]))
    return {
      ...{ id, clientId, clientName, createdAt, lawyerId, lawyerName, status, updatedAt: now },
      ...(clean as typeof texts),
    }
  }

  return {
    ready,
    received,
    /** Whose interview it is; null: nobody's yet. */
    clientId: sent?.clientId ?? null,
    choose: show,
    texts,
    write: (field: keyof Texts, text: string) => setTexts((before) => ({ ...before, [field]: text })),
    may: (field: keyof Texts) => ready && mayWrite(writer.role, field, state),
    state,
    /** Whether leaving loses something that was typed. */
    unsaved: () => FIELDS.some((field) => texts[field] !== kept.current[field]),
    /** What is stored of it: sent, or as a draft. */
    stored: sent ?? draft,
    /** @returns whether the browser keeps it (INT-06) */
    save(): boolean {
      const next = written('draft')
      if (yielded() || !keepInterviewDraft(writer.id, next)) return false
      kept.current = texts
      setDraft(next)
      return true
    },
    /** @returns whether the browser keeps it (INT-07) */
    send(): boolean {
      const next = written('submitted')
      if (yielded() || !keepSent(next)) return false
      kept.current = texts
      dropInterviewDraft(writer.id, lawyerId, next.clientId)
      dropInterviewDraft(writer.id, lawyerId, writer.id)
      setSent(next)
      setDraft(null)
      return true
    },
    /** After it was removed from this browser. */
    forget() {
      setSent(null)
      setDraft(null)
      kept.current = BLANK
      setTexts(BLANK)
    },
  }
}
