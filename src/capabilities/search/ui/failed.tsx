import { SearchX } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TEXTS } from './search-texts.ts'

/** AIS-10: error message with a retry button. */
export function SearchFailed({
  message,
  pending,
  onRetry,
}: {
  message: string
  pending: boolean
  onRetry(): void
}) {
  return (
    <Card flush role="alert">
      <EmptyState
        level="h2"
        icon={<SearchX />}
        title={TEXTS.failed}
        text={message}
        action={
          <Button pending={pending} onClick={onRetry}>
            Reintentar
          </Button>
        }
      />
    </Card>
  )
}
