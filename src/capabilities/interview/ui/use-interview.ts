import { useEffect, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import type { Role } from '../../../platform/session/session.ts'
import { mayWrite, type SentState } from '../rules.ts'
import type { Interview, InterviewTexts } from '../schema.ts'
import {
  listSentTo,
  onSentElsewhere,
  readInterviewDraft,
  readSent,
  removeInterviewDraft,
  saveInterviewDraft,
  saveSent,
} from './interview-storage.ts'

export interface Writer {
  id: string
  name: string
  role: Role
}

export interface InterviewLawyer {
  lawyerId: string
  lawyerName: string
  lawyerAvatar: string | null
}

const EMPTY_TEXTS: InterviewTexts = { clientProblem: '', clientGoal: '', lawyerRecommendation: '' }
const FIELDS = Object.keys(EMPTY_TEXTS) as (keyof InterviewTexts)[]

/** State of the interview with one lawyer. Storage is read after mount: the server cannot know it. */
export function useInterview(writer: Writer, { lawyerId, lawyerName }: InterviewLawyer) {
  const [ready, setReady] = useState(false)
  /** Interviews that clients sent to the lawyer who is signed in. */
  const [received, setReceived] = useState<Interview[]>([])
  const [sent, setSent] = useState<Interview | null>(null)
  const [draft, setDraft] = useState<Interview | null>(null)
  const [texts, setTexts] = useState(EMPTY_TEXTS)
  /** The texts as they are stored; differences are unsaved changes. */
  const savedTexts = useRef(EMPTY_TEXTS)
  const isLawyer = writer.role === 'lawyer'

  /** Loads the interview with this client; a lawyer without one edits one with no client (INT-10). */
  const show = (clientId: string) => {
    const stored = readSent(lawyerId, clientId)
    const storedDraft = readInterviewDraft(writer.id, lawyerId, clientId)
    // Keep what a lawyer wrote before the first interview arrived.
    const ownDraft = isLawyer ? (storedDraft ?? readInterviewDraft(writer.id, lawyerId, writer.id)) : null
    setSent(stored)
    setDraft(storedDraft)
    savedTexts.current = {
      clientProblem: stored?.clientProblem ?? storedDraft?.clientProblem ?? '',
      clientGoal: stored?.clientGoal ?? storedDraft?.clientGoal ?? '',
      lawyerRecommendation: stored?.lawyerRecommendation || (ownDraft?.lawyerRecommendation ?? ''),
    }
    setTexts(savedTexts.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount; the route sets a key per person
  useEffect(() => {
    const mine = isLawyer && writer.id === lawyerId ? listSentTo(lawyerId) : []
    setReceived(mine)
    show(mine[0]?.clientId ?? writer.id)
    setReady(true)
  }, [])

  /** OPEN-57: what another tab has sent wins, and is shown. @returns whether there was anything newer */
  const syncFromStorage = (): boolean => {
    const clientId = sent?.clientId ?? writer.id
    const stored = readSent(lawyerId, clientId)
    if (!stored || stored.updatedAt === sent?.updatedAt) return false
    show(clientId)
    return true
  }
  useEffect(() => onSentElsewhere(syncFromStorage))

  const state: SentState = {
    status: sent?.status ?? 'draft',
    recommendation: sent?.lawyerRecommendation ?? '',
  }
  const toInterview = (status: Interview['status']): Interview => {
    const now = new Date().toISOString()
    return {
      id: uuidv4(),
      clientId: writer.id,
      clientName: isLawyer ? '' : writer.name,
      createdAt: now,
      ...(sent ?? draft),
      clientProblem: texts.clientProblem.trim(),
      clientGoal: texts.clientGoal.trim(),
      lawyerRecommendation: texts.lawyerRecommendation.trim(),
      lawyerId,
      lawyerName,
      status,
      updatedAt: now,
    }
  }

  return {
    ready,
    received,
    /** The client who sent it, or null while nobody has. */
    clientId: sent?.clientId ?? null,
    selectClient: show,
    texts,
    setText: (field: keyof InterviewTexts, text: string) =>
      setTexts((before) => ({ ...before, [field]: text })),
    mayWrite: (field: keyof InterviewTexts) => ready && mayWrite(writer.role, field, state),
    state,
    hasUnsavedChanges: () => FIELDS.some((field) => texts[field] !== savedTexts.current[field]),
    /** The stored interview, sent or draft. */
    stored: sent ?? draft,
    /** @returns whether it was stored (INT-06) */
    save(): boolean {
      const next = toInterview('draft')
      if (syncFromStorage() || !saveInterviewDraft(writer.id, next)) return false
      savedTexts.current = texts
      setDraft(next)
      return true
    },
    /** @returns whether it was stored (INT-07) */
    send(): boolean {
      const next = toInterview('submitted')
      if (syncFromStorage() || !saveSent(next)) return false
      savedTexts.current = texts
      removeInterviewDraft(writer.id, lawyerId, next.clientId)
      removeInterviewDraft(writer.id, lawyerId, writer.id)
      setSent(next)
      setDraft(null)
      return true
    },
    /** Resets the form after the interview was removed from this browser. */
    reset() {
      setSent(null)
      setDraft(null)
      savedTexts.current = EMPTY_TEXTS
      setTexts(EMPTY_TEXTS)
    },
  }
}
