import { formatDate } from '../../../chile/dates.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { FormerAccount } from '../schema.ts'

const OUTCOMES = {
  verified: 'Verificado',
  returned: 'Devuelto',
  suspended: 'Suspendido',
  suspension_announced: 'Suspensión anunciada',
} as const

const reviewsText = ({ reviewCount, rating }: FormerAccount) =>
  rating === null
    ? 'sin reseñas'
    : `${reviewCount} ${reviewCount === 1 ? 'reseña' : 'reseñas'}, promedio ${rating.toLocaleString('es-CL', { minimumFractionDigits: 1 })}`

/** H-02: decisions about deleted accounts with this RUT. */
export function FormerAccounts({ former }: { former: readonly FormerAccount[] }) {
  return former.map((account) => (
    <Notice
      key={account.leftAt.toISOString()}
      kind="accent"
      title={`Tuvo una cuenta con este RUT hasta el ${formatDate(account.leftAt)}`}
    >
      <p>{`Al irse: ${reviewsText(account)}.`}</p>
      <ul className="mt-1 grid gap-1">
        {account.decisions.map(({ outcome, reason, decidedAt }) => (
          <li key={`${outcome} ${decidedAt.toISOString()}`} className="whitespace-pre-line wrap-anywhere">
            {`${OUTCOMES[outcome]} el ${formatDate(decidedAt)}`}
            {reason && `: «${reason}»`}
          </li>
        ))}
      </ul>
    </Notice>
  ))
}
