import { useId } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { LoadFailed } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { OwnCase } from '../../cases/schema.ts'
import { caseSentence, MARKET_BUTTON } from '../../consents/rules.ts'
import { ConsentSentence } from '../../consents/ui/consent-sentence.tsx'
import type { OpenCasesContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'
import { useCaseConsents } from './use-case-consents.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

interface MarketChoiceProps {
  item: Pick<OwnCase, 'id' | 'title' | 'visibility'>
  className?: string
}

/** PLZ-67: «Publicar en el mercado» a hidden case, under the sentence of its consent, or «Sacar del mercado». */
export function MarketChoice({ item: { id: caseId, title, visibility }, className }: MarketChoiceProps) {
  const refresh = useRefreshCases()
  const sentenceId = useId()
  const { data, error, refetch } = useCaseConsents()
  const consent = data?.consents.find(({ case_id }) => case_id === caseId)
  const isHidden = visibility !== 'market'
  const { submit, pending } = useSubmit(
    () => rpc<OpenCasesContract>('openCases').setInMarket({ caseId, in_market: isHidden }),
    {
      onDone({ in_market }) {
        toast({ kind: 'success', text: in_market ? MESSAGES.putOnMarket : MESSAGES.takenOffMarket })
        return refresh()
      },
    },
  )
  if (isHidden && error && !consent)
    return <LoadFailed title={MESSAGES.consentsFailed} error={error} retry={() => void refetch()} />
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2.5', className)}>
      {visibility === 'taken_off' && (
        <p className="text-ui">Sacamos tu causa del mercado por tu seguridad. Puedes publicarla de nuevo.</p>
      )}
      {isHidden && (
        <div id={sentenceId}>
          <ConsentSentence>
            {caseSentence(MARKET_BUTTON, { hasChildren: consent?.has_children ?? false })}
          </ConsentSentence>
        </div>
      )}
      <Button
        size="sm"
        // Not before the sentence is complete. `disabled` would lose the focus.
        pending={pending || (isHidden && !consent)}
        aria-describedby={isHidden ? sentenceId : undefined}
        onClick={() => void submit()}
      >
        {isHidden ? MARKET_BUTTON : 'Sacar del mercado'}
        <span className="sr-only">{` «${title}»`}</span>
      </Button>
    </div>
  )
}
