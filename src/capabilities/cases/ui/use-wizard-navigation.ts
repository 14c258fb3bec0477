import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { type CaseSpecialty, isCaseSpecialty } from '../intake/questions.ts'

export interface PublishedCase {
  specialty: CaseSpecialty
  commune: string
  /** PLZ-68 */
  isHidden: boolean
}

/** State of a history entry. */
interface EntryState {
  /** Number of entries directly before this one that are earlier steps of the wizard. */
  depth: number
  published: PublishedCase
}

/** Steps are URL hashes: navigation between them makes no request, so it works offline. */
const STEP_HASHES = ['#especialidad', '#detalles', '#resumen'] as const
const DONE_HASH = '#listo'

const publishedIn = (state: Partial<EntryState> | null): PublishedCase | null => {
  const { specialty, commune, isHidden } = state?.published ?? {}
  return typeof specialty === 'string' && isCaseSpecialty(specialty) && typeof commune === 'string'
    ? { specialty, commune, isHidden: isHidden === true }
    : null
}

/**
 * The current step of the wizard. Every step is a history entry, so that the browser's «back» goes one step
 * back (WIZ-05). The confirmation replaces all of them, so that «back» does not return to a published case.
 * @param furthest the last step that the answers allow, from 0; a later step in the URL is limited to it
 * @param left the step at which the restored draft was left, from 0; a step in the URL takes precedence. Null: no draft
 */
export function useWizardNavigation(furthest: number, left: number | null) {
  const { pathname, hash: full, key, state } = useLocation()
  const navigate = useNavigate()
  // The server never receives the hash.
  const hash = useHydrated() ? full : ''
  const entry = (state ?? null) as Partial<EntryState> | null
  const [pendingDone, setPendingDone] = useState<PublishedCase | null>(null)
  const isGoingBack = useRef(false)
  const requestedStep = Math.max(0, STEP_HASHES.indexOf(hash as (typeof STEP_HASHES)[number]))
  const step = Math.min(requestedStep, furthest)
  const depth = typeof entry?.depth === 'number' ? entry.depth : 0
  const confirmed = hash === DONE_HASH ? publishedIn(entry) : null

  const replace = (to: string, carried: Partial<EntryState>) =>
    void navigate({ pathname, hash: to }, { replace: true, state: carried })

  // biome-ignore lint/correctness/useExhaustiveDependencies: run per history entry, not per render
  useEffect(() => {
    if (confirmed) setPendingDone(null)
    if (!pendingDone || !isGoingBack.current) return
    isGoingBack.current = false
    replace(DONE_HASH, { published: pendingDone })
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, when the draft has been restored
  useEffect(() => {
    const to = full === '' ? Math.min(left ?? 0, furthest) : step
    if (depth < to) void writeStepsBefore(to)
  }, [left])

  /** SEG-35: gives a step that was opened directly the entries of the earlier steps, so that «back» goes to them. */
  const writeStepsBefore = async (to: number) => {
    await navigate({ pathname, hash: STEP_HASHES[0] }, { replace: true, state: { depth: 0 } })
    for (const [index, next] of STEP_HASHES.entries())
      if (index > 0 && index <= to) await navigate({ pathname, hash: next }, { state: { depth: index } })
  }

  return {
    step,
    published: pendingDone ?? confirmed,
    /** Changes with every navigation. */
    key,
    go(to: number) {
      const back = step - to
      if (back > 0 && requestedStep === step && depth >= back) void navigate(-back)
      else if (back > 0) replace(STEP_HASHES[to] ?? '', { depth: 0 })
      else {
        // React Router skips the loaders only if both URLs have a hash.
        if (full === '') replace(STEP_HASHES[step] ?? '', { depth })
        void navigate({ pathname, hash: STEP_HASHES[to] ?? '' }, { state: { depth: depth + 1 } })
      }
    },
    /** WIZ-29: shows the confirmation and removes the steps from the history. */
    finish(published: PublishedCase) {
      setPendingDone(published)
      if (depth === 0) return replace(DONE_HASH, { published })
      isGoingBack.current = true
      void navigate(-depth)
    },
  }
}
