import { classNames } from '../ui/theme/class-names.ts'

const strokes = {
  paper: ['stroke-primary', 'stroke-accent'],
  band: ['stroke-band-line', 'stroke-band-accent'],
} as const

/**
 * The open roof, the only ornament: petrol over copper. The lower line is as wide as the parent; the upper
 * one extends 7 % further on both sides, so leave room for it. Set the height by class.
 */
export function Roof({ tone = 'paper', className }: { tone?: keyof typeof strokes; className?: string }) {
  const [upper, lower] = strokes[tone]
  return (
    <svg
      viewBox="0 0 504 132"
      preserveAspectRatio="none"
      fill="none"
      strokeWidth="2"
      aria-hidden="true"
      className={classNames('-mx-[7.273%] block w-[114.546%] max-w-none overflow-visible', className)}
    >
      <path d="M0 106 252 2l252 104" vectorEffect="non-scaling-stroke" className={upper} />
      <path d="M32 132 252 41l220 91" vectorEffect="non-scaling-stroke" className={lower} />
    </svg>
  )
}

/** The small roof with a door, for sections that offer help. */
export function RoofMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 148 80"
      fill="none"
      strokeWidth="2.6"
      aria-hidden="true"
      className={classNames('h-15.25 w-28', className)}
    >
      <path d="M2 52 74 4l72 48" className="stroke-primary" />
      <path d="M30 58 74 28l44 30" className="stroke-accent" />
      <path d="M58 80V66a16 16 0 0 1 32 0v14" className="stroke-primary" />
    </svg>
  )
}
