import type { Side } from '../../cases/schema.ts'

interface CaseLineProps {
  /** Null: it is for no case yet. */
  title: string | null
  /** The side of whoever looks. */
  side: Side
  partnerName: string
}

/** Which case a proposal is for (decision 0022); for none, what its acceptance does (OPEN-35). */
export function CaseLine({ title, side, partnerName }: CaseLineProps) {
  return (
    <span className="wrap-anywhere">
      {title ? (
        <>
          Para la causa «<bdi className="font-semibold text-ink">{title}</bdi>»
        </>
      ) : (
        onAcceptance(side, partnerName)
      )}
    </span>
  )
}

/** What acceptance does. */
export const onAcceptance = (side: Side, partnerName: string) =>
  `Al aceptar, se inicia ${side === 'client' ? 'tu' : 'la'} causa con ${partnerName.split(' ')[0]}.`
