import { useEffect, useState } from 'react'
import { type CaseSpecialty, isCaseSpecialty, OTHER_SPECIALTY } from '../intake/questions.ts'

export interface ProblemClassification {
  /** Most likely first. May include specialties that are not case specialties. */
  specialties: readonly string[]
  /** Whether the person may be in danger. */
  danger: boolean
}

export type ClassifyProblem = (text: string) => Promise<ProblemClassification>

const NO_RESULT: ProblemClassification = { specialties: [], danger: false }
/** Shorter texts are not classified: they are usually the beginning of a name. */
const MIN_LENGTH = 4
/** Longer texts are cut to this length (OPEN-52). */
const MAX_LENGTH = 1_000
const TYPING_PAUSE_MS = 400

/** The case specialties that a text may be about, classified when the user stops typing. */
export function useProblemClassification(text: string, classify: ClassifyProblem) {
  const query = text.trim().length < MIN_LENGTH ? '' : text.trim().slice(0, MAX_LENGTH)
  /** With the classified text. */
  const [result, setResult] = useState({ ...NO_RESULT, text: '' })
  useEffect(() => {
    if (query === '') return setResult({ ...NO_RESULT, text: '' })
    let isCurrent = true
    const timer = setTimeout(async () => {
      const found = await classify(query).catch(() => NO_RESULT)
      if (isCurrent) setResult({ ...found, text: query })
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query, classify])
  const isCurrentResult = result.text === query
  return {
    isClassifying: !isCurrentResult,
    specialties: isCurrentResult ? caseSpecialties(result.specialties) : [],
    // Keep the safety notice while the user continues typing.
    danger: result.danger,
  }
}

/** Maps specialties that are not case specialties to «Otro», where the user describes the case. */
const caseSpecialties = (names: readonly string[]): CaseSpecialty[] => [
  ...new Set(names.map((name) => (isCaseSpecialty(name) ? name : OTHER_SPECIALTY))),
]
