import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { toast } from '../../../ui/toast.ts'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import type { OwnCase, OwnList } from '../../cases/schema.ts'
import { useOwnCases } from '../../cases/ui/use-own-cases.ts'
import type { ReviewsContract } from '../contract.ts'
import { ownReviews } from '../queries.ts'
import type { OwnReview } from '../schema.ts'

const loadDialog = () => import('./review-dialog.tsx')

/** A case whose lawyer is still there: only of them is there something to say. */
interface Reviewed {
  caseId: string
  lawyerId: string
  lawyerName: string
  own: OwnReview | null
}

/**
 * DAC-06: «Dejar Reseña» or «Editar Reseña» for the cases of one list. Until it is known what one wrote already the button
 * waits; when that cannot be read, pressing it asks again, so that no review is written over unseen.
 * @returns the button of a case, and what must stand once on the page
 */
export function useReviewSlot(list: OwnList): { slot(item: OwnCase): ReactNode; dialog: ReactNode } {
  const client = useQueryClient()
  const cases = useOwnCases(list).data?.items ?? []
  const options = ownReviews(rpc<ReviewsContract>('reviews'), cases)
  const query = useQuery(options)
  useEvents(['review'], () => void readAnew(client, { queryKey: options.queryKey }))
  const [asked, setAsked] = useState<Reviewed | null>(null)
  const dialog = useFetchedDialog(loadDialog, (module) => module.ReviewDialog)
  const hydrated = useHydrated()

  const ownIn = (data: typeof query.data, lawyerId: string) =>
    data?.reviews.find((review) => review.lawyer_id === lawyerId) ?? null
  const ask = async (caseId: string, lawyerId: string, lawyerName: string) => {
    const data = query.data ?? (await query.refetch()).data
    if (!data) return toast({ kind: 'error', text: 'No se pudo cargar tu reseña. Inténtalo de nuevo.' })
    setAsked({ caseId, lawyerId, lawyerName, own: ownIn(data, lawyerId) })
    dialog.show()
  }

  return {
    slot({ id, other }) {
      if (!other?.id) return null
      const { id: lawyerId, name } = other
      const own = ownIn(query.data, lawyerId)
      const waits = !query.data && query.isFetching
      return (
        <Button
          size="sm"
          variant="quiet"
          className="col-span-2"
          disabled={!hydrated || waits}
          data-settling=""
          pending={dialog.pending && asked?.caseId === id}
          onClick={() => void ask(id, lawyerId, name)}
        >
          <Star aria-hidden="true" className="size-4.25" />
          {own ? 'Editar Reseña' : 'Dejar Reseña'}
          <span className="sr-only">{` de ${name}`}</span>
        </Button>
      )
    },
    dialog: dialog.Part && asked && (
      <dialog.Part
        key={`${asked.caseId} ${asked.own?.id ?? ''}`}
        {...asked}
        open={dialog.open}
        onClose={() => dialog.setOpen(false)}
      />
    ),
  }
}
