import { useId } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { caseSentence, REPUBLISH_BUTTON } from '../../consents/rules.ts'
import { ConsentSentence } from '../../consents/ui/consent-sentence.tsx'
import type { OpenCasesContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'
import { useCaseConsents } from './use-case-consents.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

/** SEG-33: «Volver a publicar» a withdrawn case; without a given consent, under its sentence (DAT-30). */
export function RepublishButton({ caseId, title }: { caseId: string; title: string }) {
  const refresh = useRefreshCases()
  const sentenceId = useId()
  const consent = useCaseConsents().data?.consents.find(({ case_id }) => case_id === caseId)
  const isHidden = consent?.in_market === false
  const consents = consent !== undefined && !consent.given
  const { submit, pending } = useSubmit(
    () => rpc<OpenCasesContract>('openCases').republish({ caseId, consents }),
    {
      onDone() {
        toast({ kind: 'success', text: isHidden ? MESSAGES.republishedHidden : MESSAGES.republished })
        return refresh()
      },
    },
  )
  return (
    <>
      {consents && (
        <div id={sentenceId} className="basis-full">
          <ConsentSentence>
            {caseSentence(REPUBLISH_BUTTON, { hasChildren: consent.has_children, isHidden })}
          </ConsentSentence>
        </div>
      )}
      <Button
        size="sm"
        variant="tonal"
        pending={pending}
        aria-describedby={consents ? sentenceId : undefined}
        onClick={() => void submit()}
      >
        {REPUBLISH_BUTTON}
        <span className="sr-only">{` «${title}»`}</span>
      </Button>
    </>
  )
}
