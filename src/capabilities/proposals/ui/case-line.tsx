import type { Side } from '../../cases/schema.ts'

interface CaseLineProps {
  /** Null when the proposal is for no case. */
  title: string | null
  side: Side
  partnerName: string
}

/** The case that a proposal is for (docs/decisions/0022); for none, what acceptance does (OPEN-35). */
export function CaseLine({ title, side, partnerName }: CaseLineProps) {
  return (
    <span className="wrap-anywhere">
      {title ? (
        <>
          Para la causa «<bdi className="font-semibold text-ink">{title}</bdi>»
        </>
      ) : (
        acceptanceEffect(side, partnerName)
      )}
    </span>
  )
}

export const acceptanceEffect = (side: Side, partnerName: string) =>
  `Al aceptar, se inicia ${side === 'client' ? 'tu' : 'la'} causa con ${partnerName.split(' ')[0]}.`
