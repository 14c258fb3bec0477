import { SearchX } from 'lucide-react'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
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
