import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '../../../ui/hydrated.ts'
import { type CaseSpecialty, isCaseSpecialty } from '../intake/questions.ts'

/** What the confirmation speaks of. */
export interface Published {
  specialty: CaseSpecialty
  commune: string
}

/** What an entry of the history carries. */
interface PlaceState {
  /** How many entries right below this one are the steps before it. */
  depth: number
  published: Published
}

/**
 * The steps stand behind the address's #: moving between them asks the server for nothing, so it works without a
 * connection too.
 */
const HASHES = ['#especialidad', '#detalles', '#resumen'] as const
const DONE = '#listo'

const publishedIn = (state: Partial<PlaceState> | null): Published | null => {
  const { specialty, commune } = state?.published ?? {}
  return typeof specialty === 'string' && isCaseSpecialty(specialty) && typeof commune === 'string'
    ? { specialty, commune }
    : null
}

/**
 * Where in the wizard one is. Every step is an entry of the browser's history, so that its back goes one step back
 * (WIZ-05); the confirmation takes the place of all of them, so that back does not lead into a case that was sent.
 * @param furthest the last step that the answers allow, from 0: an address may ask for more
 * @param left where the answers that were found again were left, from 0; an address that says a step goes before
 */
export function useWizardPlace(furthest: number, left: number) {
  const { pathname, hash: full, key, state } = useLocation()
  const navigate = useNavigate()
  // The server never sees it.
  const hash = useHydrated() ? full : ''
  const entry = (state ?? null) as Partial<PlaceState> | null
  const [settling, setSettling] = useState<Published | null>(null)
  const isLeaving = useRef(false)
  const asked = Math.max(0, HASHES.indexOf(hash as (typeof HASHES)[number]))
  const step = Math.min(asked, furthest)
  const depth = typeof entry?.depth === 'number' ? entry.depth : 0
  const arrived = hash === DONE ? publishedIn(entry) : null

  const replace = (to: string, carried: Partial<PlaceState>) =>
    void navigate({ pathname, hash: to }, { replace: true, state: carried })

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each entry of the history, not whenever it is drawn
  useEffect(() => {
    if (arrived) setSettling(null)
    if (!settling || !isLeaving.current) return
    isLeaving.current = false
    replace(DONE, { published: settling })
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answers have been found
  useEffect(() => {
    const to = Math.min(left, furthest)
    if (to > 0 && full === '') replace(HASHES[to] ?? '', { depth: 0 })
  }, [left])

  return {
    step,
    published: settling ?? arrived,
    /** Another one with every move. */
    key,
    go(to: number) {
      const back = step - to
      if (back > 0 && asked === step && depth >= back) void navigate(-back)
      else if (back > 0) replace(HASHES[to] ?? '', { depth: 0 })
      else {
        // Only from # to # nothing is loaded.
        if (full === '') replace(HASHES[step] ?? '', { depth })
        void navigate({ pathname, hash: HASHES[to] ?? '' }, { state: { depth: depth + 1 } })
      }
    },
    /** WIZ-29: there is no way back. */
    finish(published: Published) {
      setSettling(published)
      if (depth === 0) return replace(DONE, { published })
      isLeaving.current = true
      void navigate(-depth)
    },
  }
}
