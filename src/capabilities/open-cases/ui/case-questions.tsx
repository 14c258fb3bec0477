import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { OwnCase } from '../../cases/schema.ts'
import { caseSentence, KEEP_BUTTON } from '../../consents/rules.ts'
import { ConsentSentence } from '../../consents/ui/consent-sentence.tsx'
import type { OpenCasesContract } from '../contract.ts'
import { openCasesQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { MarketChoice } from './market-choice.tsx'
import { useCaseConsents } from './use-case-consents.ts'
import { useRefreshCases } from './use-refresh-cases.ts'
import { WithdrawButton } from './withdraw-button.tsx'

/** DAT-29, SEG-34, PLZ-67: renders what an open case asks its client. @param proposals pending ones by case */
export function useCaseQuestion(proposals: (caseId: string) => number) {
  const options = openCasesQueries().questions.queryOptions()
  const { data } = useQuery(options)
  useRefetchOn(['case'], options.queryKey, { delay: LIST_DELAY })
  const consents = useCaseConsents().data?.consents
  const asked = new Set(data?.case_ids)
  const question = ({ id, title, status }: OwnCase) => {
    const target = { caseId: id, title, proposals: proposals(id) }
    const consent = consents?.find(({ case_id }) => case_id === id)
    if (status === 'ingresado' && consent?.in_market && consent.given === null)
      return <ConsentQuestion {...target} hasChildren={consent.has_children} />
    return asked.has(id) && <StillSearchingQuestion {...target} />
  }
  return (item: OwnCase) => (
    <>
      {question(item)}
      {item.visibility && <MarketChoice item={item} className="not-first:mt-3" />}
    </>
  )
}

interface QuestionTarget {
  caseId: string
  title: string
  proposals: number
}

/** DAT-29: about a case that was published before the ledger of consents. */
function ConsentQuestion({ hasChildren, ...target }: QuestionTarget & { hasChildren: boolean }) {
  const { caseId } = target
  const refresh = useRefreshCases()
  const { submit, pending } = useSubmit(() => rpc<OpenCasesContract>('openCases').consent({ caseId }), {
    onDone() {
      toast({ kind: 'success', text: MESSAGES.kept })
      return refresh()
    },
  })
  return (
    <QuestionBox question={MESSAGES.consentQuestion}>
      <div className="mb-2.5">
        <ConsentSentence>{caseSentence(KEEP_BUTTON, { hasChildren })}</ConsentSentence>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" pending={pending} onClick={() => void submit()}>
          {KEEP_BUTTON}
        </Button>
        <WithdrawButton {...target} />
      </div>
    </QuestionBox>
  )
}

const QuestionBox = ({ question, children }: { question: string; children: ReactNode }) => (
  <div className="rounded-l bg-primary-soft px-4 py-3.5 text-ui">
    <p className="mb-2.5 font-semibold">{question}</p>
    {children}
  </div>
)

function StillSearchingQuestion(target: QuestionTarget) {
  const { caseId } = target
  const refresh = useRefreshCases()
  const { submit, pending } = useSubmit(() => rpc<OpenCasesContract>('openCases').keep({ caseId }), {
    onDone() {
      toast({ kind: 'success', text: MESSAGES.kept })
      return refresh()
    },
  })
  return (
    <QuestionBox question={MESSAGES.question}>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" pending={pending} onClick={() => void submit()}>
          Sí, sigue publicada
        </Button>
        <WithdrawButton {...target} />
      </div>
    </QuestionBox>
  )
}
