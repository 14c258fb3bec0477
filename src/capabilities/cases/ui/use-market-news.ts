import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { useCalmEvents } from '../../../platform/realtime/use-calm-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { CasesContract } from '../contract.ts'
import { casesQueries } from '../queries.ts'

/** Milliseconds: the news of a case goes to every lawyer of the market, and not all ask at once. */
const PAUSE = { least: 800, spread: 3_000 }

/** How many cases of the lawyer's specialties came since yesterday. @param sees whether the lawyer sees the market */
export const useMarketNews = (sees: boolean) =>
  useQuery({ ...casesQueries(rpc<CasesContract>('cases')).news.queryOptions(), enabled: sees })

/** Keeps that number right: once a page. */
export function useMarketNewsLive(sees: boolean): void {
  const client = useQueryClient()
  const { queryKey } = casesQueries(rpc<CasesContract>('cases')).news.queryOptions()
  useCalmEvents(
    ['case'],
    () => sees,
    () => void readAnew(client, { queryKey }),
    PAUSE,
  )
}
