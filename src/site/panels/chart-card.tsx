import type { ReactNode } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded, type LoadedQuery } from '../loaded.tsx'

export interface ChartCardProps<Data> {
  title: string
  query: LoadedQuery<Data>
  children(data: Data): ReactNode
}

export const ChartCard = <Data,>({ title, query, children }: ChartCardProps<Data>) => (
  <Card>
    <h2 className="mb-3 text-h4">{title}</h2>
    <Loaded query={query}>{children}</Loaded>
  </Card>
)
