import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData, useSearchParams } from 'react-router'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session.ts'
import { fetched } from '../../../ui/fetched.ts'
import type { SearchContract } from '../contract.ts'
import { lawyerPages, type SearchFilters } from '../queries.ts'
import type { Understood } from '../schema.ts'
import { loadResults } from './load-results.ts'
import { paced } from './pacing.ts'
import { proposalOf, withProposal } from './proposal.ts'
import { aiAddressOf, aiFiltersIn, wasSearched } from './search-address.ts'
import { PROBLEM_MAX, TEXTS } from './search-texts.ts'
import { remember, rememberedBy } from './told.ts'

/** What was told and how it was read. */
interface Told {
  text: string
  understood: Understood | null
  /** The text that was read. */
  readText: string
  proposed: SearchFilters | null
}

const NOTHING: Told = { text: '', understood: null, readText: '', proposed: null }

export function useAiSearch() {
  const user = (useRouteLoaderData('root') as { user: SessionUser | null } | undefined)?.user
  const owner = user?.id ?? null
  const [search, setSearch] = useSearchParams()
  const queries = useQueryClient()
  const [told, setTold] = useState(() => rememberedBy<Told>(owner) ?? NOTHING)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const filters = aiFiltersIn(search)
  const searched = wasSearched(search)
  // What is typed or set while a search is under way is newer than what that search began with.
  const latest = useRef({ told, filters })
  latest.current.filters = filters
  const tell = (change: Partial<Told>) => {
    latest.current.told = { ...latest.current.told, ...change }
    remember(owner, latest.current.told)
    setTold(latest.current.told)
  }
  const go = (next: SearchFilters, shown: boolean) => {
    const address = aiAddressOf(next, shown)
    const same = address.toString() === aiAddressOf(filters, searched).toString()
    setSearch(address, { preventScrollReset: true, replace: same })
  }

  /** Reads what was told, unless it was read before, and looks for whom that fits. */
  const look = async (signal: AbortSignal) => {
    const client = rpc<SearchContract>('search')
    let reading: Omit<Told, 'text'> = told
    let wanted = filters
    const text = told.text.trim()
    if (text === '') reading = { understood: null, readText: '', proposed: null }
    else if (text !== told.readText) {
      const understood = await client.understand({ text }, { signal })
      const proposed = proposalOf(understood)
      wanted = withProposal(filters, told.proposed, proposed)
      reading = { understood, readText: text, proposed }
      // Whoever may be in danger reads where to call before anything else is ready.
      if (!signal.aborted) tell({ understood })
    }
    // Not through the query: it would join what a filter has just asked for, which ends with the results that hide now.
    const [page] = await Promise.all([
      client.lawyers({ ...wanted, after: undefined }, { signal }),
      fetched(loadResults),
    ])
    queries.setQueryData(lawyerPages(client, wanted).queryKey, { pages: [page], pageParams: [undefined] })
    const { understood, readText, proposed } = reading
    return { reading: { understood, readText, proposed }, wanted }
  }

  /** AIS-04 to AIS-06: a second press while it runs does nothing. */
  const submit = async () => {
    if (running.current) return
    if (told.text.trim().length > PROBLEM_MAX) return setProblem(TEXTS.problemLong)
    const control = new AbortController()
    running.current = control
    setFailure(null)
    try {
      const { reading, wanted } = await paced(look(control.signal), setPercent, control.signal)
      tell(reading)
      const touched =
        aiAddressOf(latest.current.filters, true).toString() !== aiAddressOf(filters, true).toString()
      go(touched ? latest.current.filters : wanted, true)
    } catch (error) {
      if (control.signal.aborted) return
      setFailure(failureOf(error))
    }
    running.current = undefined
    setPercent(null)
  }

  return {
    text: told.text,
    setText: (text: string) => {
      setProblem(undefined)
      tell({ text })
    },
    /** What is wrong with the text. */
    problem,
    understood: told.understood,
    filters,
    /** The person's own hand: in force at once. */
    setFilters: (next: SearchFilters) => {
      setFailure(null)
      go(next, searched)
    },
    /** There are results to show. */
    searched,
    /** How far the search under way is; null: none is. */
    percent,
    failure,
    submit: () => void submit(),
    forget: () => tell(NOTHING),
  }
}
