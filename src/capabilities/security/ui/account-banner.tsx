import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { formatLongDate } from '../../../chile/dates.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { MESSAGES } from '../schema.ts'
import { useCancelFactorLoss } from './use-cancel-factor-loss.ts'

/** The chat fills the screen below the banner, so it must know the height. */
function measure(banner: HTMLElement | null) {
  if (!banner) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--account-banner', `${banner.offsetHeight}px`))
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--account-banner')
  }
}

/**
 * What a person must know on every page: the suspension, announced or begun (DAT-70), a second step about to be removed
 * (DAT-50).
 */
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
  const isSuspensionShown = (isSuspended || suspensionStartsAt !== null) && pathname !== '/cuenta-suspendida'
  const isLossShown = isLosingFactor && pathname !== '/seguridad'
  if (!isSuspensionShown && !isLossShown) return null
  return (
    <aside ref={measure} aria-label="Aviso sobre tu cuenta" className="print:hidden">
      {isSuspensionShown &&
        (suspensionStartsAt === null ? (
          <Suspension text="Tu cuenta está suspendida.">Puedes ver tus datos y apelar.</Suspension>
        ) : (
          <Suspension text={`Tu cuenta será suspendida el ${formatLongDate(suspensionStartsAt)}.`}>
            Lee el motivo y responde antes.
          </Suspension>
        ))}
      {isLossShown && <FactorLoss />}
    </aside>
  )
}

const Suspension = ({ text, children }: { text: string; children: ReactNode }) => (
  <p className="bg-accent-soft px-5 py-3 text-center text-ui">
    {text} <Link to="/cuenta-suspendida">{children}</Link>
  </p>
)

function FactorLoss() {
  const { cancel, pending } = useCancelFactorLoss()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-danger-soft px-5 py-3 text-ui"
    >
      <p>{MESSAGES.lossAsked}</p>
      <Button size="sm" pending={pending} pendingLabel="Cancelando…" onClick={cancel}>
        Cancelar
      </Button>
    </div>
  )
}
