import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import type { SearchContract } from '../contract.ts'
import { lawyerSearchOptions, type SearchFilters } from '../queries.ts'
import { loadAnswer, loadResults } from './load-results.ts'
import { type ProblemState, recallProblem, rememberProblem } from './remembered-problem.ts'
import { aiSearchParams, hasSearched, parseAiFilters } from './search-params.ts'
import { MAX_PROBLEM_LENGTH, TEXTS } from './search-texts.ts'
import { mergeSuggestedFilters, suggestedFilters } from './suggested-filters.ts'
import { withProgress } from './with-progress.ts'

const EMPTY: ProblemState = { text: '', analysis: null, analysedText: '', analysedBy: null, suggested: null }

/** State of the AI search: free text, analysis, filters from the URL, and the running search. */
export function useAiSearch() {
  const user = useSessionUser()
  const userId = user?.id ?? null
  const [search, setSearch] = useSearchParams()
  const queries = useQueryClient()
  const [state, setState] = useState(() => recallProblem(userId) ?? EMPTY)
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [textError, setTextError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const lastSendTo = useRef<string | null>(null)

  const filters = parseAiFilters(search)
  const searched = hasSearched(search)
  // The user may edit text and filters while a search runs. These are newer than the values it started with.
  const latest = useRef({ state, filters })
  latest.current.filters = filters
  const update = (change: Partial<ProblemState>) => {
    latest.current.state = { ...latest.current.state, ...change }
    rememberProblem(userId, latest.current.state)
    setState(latest.current.state)
  }
  const navigate = (next: SearchFilters, showResults: boolean) => {
    const params = aiSearchParams(next, showResults)
    const isSame = params.toString() === aiSearchParams(filters, searched).toString()
    setSearch(params, { preventScrollReset: true, replace: isSame })
  }

  /** Analyses the text, unless that was done before, and fetches the first page of results. */
  const runSearch = async (signal: AbortSignal, sendTo: string | null) => {
    const client = rpc<SearchContract>('search')
    // Without the text: the user may edit it meanwhile.
    const { text: typed, ...unchanged } = state
    let problem = unchanged
    let nextFilters = filters
    const text = typed.trim()
    if (text === '') problem = { analysis: null, analysedText: '', analysedBy: null, suggested: null }
    else if (text !== state.analysedText || sendTo !== state.analysedBy) {
      const input = sendTo === null ? { text } : { text, sendTo }
      const newAnalysis = await client.understand(input, { signal })
      const newlySuggested = suggestedFilters(newAnalysis)
      nextFilters = mergeSuggestedFilters(filters, state.suggested, newlySuggested)
      problem = {
        analysis: newAnalysis,
        analysedText: text,
        analysedBy: sendTo,
        suggested: newlySuggested,
      }
      // Show the safety panel before the results are ready.
      if (!signal.aborted) update({ analysis: newAnalysis })
    }
    // The lawyers do not wait for it.
    loadAnswer().catch(() => {})
    // Call the API directly. Through the query, this would join a running request of a filter change, which
    // is cancelled when the results unmount.
    const [page] = await Promise.all([
      client.lawyers({ ...nextFilters, after: undefined }, { signal }),
      importWithRetry(loadResults),
    ])
    const { queryKey } = lawyerSearchOptions(nextFilters)
    queries.setQueryData(queryKey, { pages: [page], pageParams: [undefined] })
    return { problem, nextFilters }
  }

  /**
   * AIS-04 to AIS-06: starts a search. While one is running, it does nothing.
   * @param sendTo server that the person consents to send the text to (DAT-31)
   */
  const submit = async (sendTo: string | null) => {
    if (running.current) return
    if (state.text.trim().length > MAX_PROBLEM_LENGTH) return setTextError(TEXTS.problemLong)
    const control = new AbortController()
    running.current = control
    lastSendTo.current = sendTo
    setError(null)
    try {
      const { problem, nextFilters } = await withProgress(
        runSearch(control.signal, sendTo),
        setPercent,
        control.signal,
      )
      update(problem)
      const filtersChanged =
        aiSearchParams(latest.current.filters, true).toString() !== aiSearchParams(filters, true).toString()
      navigate(filtersChanged ? latest.current.filters : nextFilters, true)
    } catch (thrown) {
      if (control.signal.aborted) return
      setError(thrown)
    }
    running.current = undefined
    setPercent(null)
  }

  return {
    text: state.text,
    setText: (text: string) => {
      setTextError(undefined)
      update({ text })
    },
    textError,
    analysis: state.analysis,
    analysedText: state.analysedText,
    filters,
    /** For changes by the user; they apply at once. */
    setFilters: (next: SearchFilters) => {
      setError(null)
      navigate(next, searched)
    },
    /** Whether there was a search, so that results are shown. */
    searched,
    /** Progress of the running search, 0 to 100; null if none runs. */
    percent,
    /** Of the last search, null after success. */
    error,
    submit: (sendTo: string | null) => void submit(sendTo),
    /** Repeats the last search. */
    retry: () => void submit(lastSendTo.current),
    forget: () => update(EMPTY),
  }
}
