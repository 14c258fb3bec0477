import { useEffect, useState } from 'react'
import { type CaseSpecialty, isCaseSpecialty, OTHER } from '../intake/questions.ts'

/** What a problem told in free words may be about. */
export interface Understood {
  /** The likeliest first; they may be none of a case's. */
  specialties: readonly string[]
  /** Whether the person may be in danger. */
  danger: boolean
}

export type Understand = (text: string) => Promise<Understood>

interface Reading {
  /** What was read; text still being typed is not. */
  text: string
  specialties: readonly CaseSpecialty[]
  danger: boolean
}

const NOTHING: Reading = { text: '', specialties: [], danger: false }
/** Shorter texts are beginnings of names. */
const MIN_CHARS = 4
/** Longer ones are read so far (OPEN-52). */
const MAX_CHARS = 1_000
/** How long the person has typed nothing. */
const PAUSE_MS = 400

/**
 * The specialties that a text may be about, read once the person pauses. Without an answer there are none: the names of
 * the list are found all the same.
 */
export function useUnderstood(text: string, understand: Understand) {
  const wanted = text.trim().length < MIN_CHARS ? '' : text.trim().slice(0, MAX_CHARS)
  const [reading, setReading] = useState(NOTHING)
  useEffect(() => {
    if (wanted === '') return setReading(NOTHING)
    let isCurrent = true
    const show = (specialties: readonly string[], danger: boolean) => {
      if (isCurrent) setReading({ text: wanted, specialties: caseSpecialties(specialties), danger })
    }
    const timer = setTimeout(
      () =>
        understand(wanted).then(
          ({ specialties, danger }) => show(specialties, danger),
          () => show([], false),
        ),
      PAUSE_MS,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted, understand])
  const isRead = reading.text === wanted
  return {
    isReading: !isRead,
    specialties: isRead ? reading.specialties : [],
    // What was seen stays in sight while the person goes on typing.
    danger: reading.danger,
  }
}

/** A lawyer's specialty that no case can have is «Otro», where the person tells what it is about. */
const caseSpecialties = (names: readonly string[]): CaseSpecialty[] => [
  ...new Set(names.map((name) => (isCaseSpecialty(name) ? name : OTHER))),
]
