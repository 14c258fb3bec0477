import { useQuery } from '@tanstack/react-query'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { OwnCase } from '../../cases/schema.ts'
import type { OpenCasesContract } from '../contract.ts'
import { openCasesQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'
import { WithdrawButton } from './withdraw-button.tsx'

/** SEG-34: renders the question of an open case that has one. @param proposals pending ones by case */
export function useStillSearching(proposals: (caseId: string) => number) {
  const options = openCasesQueries().questions.queryOptions()
  const { data } = useQuery(options)
  useRefetchOn(['case'], options.queryKey, { delay: LIST_DELAY })
  const asked = new Set(data?.case_ids)
  return ({ id, title }: OwnCase) =>
    asked.has(id) && <Question caseId={id} title={title} proposals={proposals(id)} />
}

function Question(target: { caseId: string; title: string; proposals: number }) {
  const { caseId } = target
  const refresh = useRefreshCases()
  const { submit, pending } = useSubmit(() => rpc<OpenCasesContract>('openCases').keep({ caseId }), {
    onDone() {
      toast({ kind: 'success', text: MESSAGES.kept })
      return refresh()
    },
  })
  return (
    <div className="rounded-l bg-primary-soft px-4 py-3.5 text-ui">
      <p className="font-semibold">{MESSAGES.question}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" pending={pending} onClick={() => void submit()}>
          Sí, sigue publicada
        </Button>
        <WithdrawButton {...target} />
      </div>
    </div>
  )
}
