import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { OwnCase, OwnCaseList } from '../../cases/schema.ts'
import { useOwnCases } from '../../cases/ui/use-own-cases.ts'
import { ownReviews } from '../queries.ts'
import type { OwnReview } from '../schema.ts'

const loadDialog = () => import('./review-dialog.tsx')

type ReviewedCase = Pick<OwnCase, 'id' | 'other'>

/** A case whose lawyer still has an account. */
interface ReviewTarget {
  caseId: string
  lawyerId: string
  lawyerName: string
  own: OwnReview | null
}

/**
 * DAC-06: «Dejar Reseña» or «Editar Reseña» for the cases of one list. The button is disabled until the
 * user's reviews are loaded. If that failed, a press retries, so that no existing review is overwritten.
 * @returns `slot` renders the button of a case; render `dialog` once on the page
 */
export const useReviewSlot = (list: OwnCaseList) => useReviewButton(useOwnCases(list).data?.items ?? [])

/** The same for these cases. */
export function useReviewButton(cases: readonly ReviewedCase[]): {
  slot(item: ReviewedCase): ReactNode
  dialog: ReactNode
} {
  const options = ownReviews(cases)
  const query = useQuery(options)
  useRefetchOn(['review'], options.queryKey)
  const [target, setTarget] = useState<ReviewTarget | null>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.ReviewDialog)
  const hydrated = useHydrated()

  const findOwn = (data: typeof query.data, lawyerId: string) =>
    data?.reviews.find((review) => review.lawyer_id === lawyerId) ?? null
  const openDialog = async (caseId: string, lawyerId: string, lawyerName: string) => {
    const data = query.data ?? (await query.refetch()).data
    if (!data) return toast({ kind: 'error', text: 'No se pudo cargar tu reseña. Inténtalo de nuevo.' })
    setTarget({ caseId, lawyerId, lawyerName, own: findOwn(data, lawyerId) })
    dialog.show()
  }

  return {
    slot({ id, other }) {
      if (!other?.id) return null
      const { id: lawyerId, name } = other
      const own = findOwn(query.data, lawyerId)
      const isLoading = !query.data && query.isFetching
      return (
        <Button
          size="sm"
          variant="quiet"
          className="col-span-2"
          disabled={!hydrated || isLoading}
          data-settling=""
          pending={dialog.pending && target?.caseId === id}
          onClick={() => void openDialog(id, lawyerId, name)}
        >
          <Star aria-hidden="true" className="size-4.25" />
          {own ? 'Editar Reseña' : 'Dejar Reseña'}
          <span className="sr-only">{` de ${name}`}</span>
        </Button>
      )
    },
    dialog: target && dialog.render(target, `${target.caseId} ${target.own?.id ?? ''}`),
  }
}
