import { Link, useLocation } from 'react-router'
import { formatLongDate } from '../../../chile/dates.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { MESSAGES } from '../schema.ts'
import { useCancelFactorLoss } from './use-cancel-factor-loss.ts'

/** What a person must know on every page: the suspension, announced or begun (DAT-70), a second step about to be removed (DAT-50). */
export function AccountBanner({
  isSuspended,
  suspensionStartsAt,
  isLosingFactor,
}: {
  isSuspended: boolean
  suspensionStartsAt: string | null
  isLosingFactor: boolean
}) {
  const { pathname } = useLocation()
  return (
    <>
      {isSuspended && pathname !== '/cuenta-suspendida' && (
        <p className="bg-accent-soft px-5 py-3 text-center text-ui print:hidden">
          Tu cuenta está suspendida. <Link to="/cuenta-suspendida">Puedes ver tus datos y apelar.</Link>
        </p>
      )}
      {suspensionStartsAt && pathname !== '/cuenta-suspendida' && (
        <p className="bg-accent-soft px-5 py-3 text-center text-ui print:hidden">
          Tu cuenta será suspendida el {formatLongDate(suspensionStartsAt)}.{' '}
          <Link to="/cuenta-suspendida">Lee el motivo y responde antes.</Link>
        </p>
      )}
      {isLosingFactor && pathname !== '/seguridad' && <FactorLoss />}
    </>
  )
}

function FactorLoss() {
  const { cancel, pending } = useCancelFactorLoss()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-danger-soft px-5 py-3 text-ui print:hidden"
    >
      <p>{MESSAGES.lossAsked}</p>
      <Button size="sm" pending={pending} pendingLabel="Cancelando…" onClick={cancel}>
        Cancelar
      </Button>
    </div>
  )
}
