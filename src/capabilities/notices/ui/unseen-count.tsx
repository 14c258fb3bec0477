import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { QueryProvider } from '../../../site/query-provider.tsx'
import type { BadgeWatcherProps } from '../../../site/use-lazy-badge.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { noticesQueries } from '../queries.ts'

/** More is «9+». Not in the schema, which every page would load. */
const MAX_SHOWN = 9

/** SEG-55: keeps the badge of the bell up to date. */
export function UnseenCount(props: BadgeWatcherProps) {
  const root = useRouteLoaderData('root') as { position: string | null } | undefined
  return (
    <QueryProvider state={{ queries: [], mutations: [], position: root?.position ?? null }}>
      <Watcher {...props} />
    </QueryProvider>
  )
}

function Watcher({ onChange }: BadgeWatcherProps) {
  const { unseen } = noticesQueries()
  const { data } = useQuery({ ...unseen.queryOptions(), refetchOnWindowFocus: 'always' })
  const count = data?.unseen ?? 0
  useRefetchOn(['notice'], unseen.key())
  useEffect(() => {
    onChange(count > 0 ? <CountBadge value={count} max={MAX_SHOWN} label="sin ver" calm /> : null)
    return () => onChange(null)
  }, [count, onChange])
  return null
}
