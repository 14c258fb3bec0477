import { BriefcaseBusiness, Clock, MapPin } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { MarketCase } from '../schema.ts'
import { ageText, URGENCY_BADGES } from './market-texts.ts'

interface MarketCardProps {
  item: MarketCase
  now: Date
  /** The case left the market while it was shown: still readable, but no chat can be started. */
  gone: boolean
  /** «Iniciar Chat», provided by a later slice. */
  start: ReactNode
}

/** MKT-07, MKT-08: a case in the market. */
export function MarketCard({ item, now, gone, start }: MarketCardProps) {
  const { title, specialty, commune, urgency, description, created_at } = item
  const badge = urgency && URGENCY_BADGES[urgency]
  const titleId = useId()
  return (
    <Card className="min-w-0 text-left" role="group" aria-labelledby={titleId}>
      <div className="flex items-start justify-between gap-3">
        <h3 id={titleId} className="min-w-0 text-[1.25rem]/7 wrap-anywhere">
          {title}
        </h3>
        {badge && (
          <Badge tone={badge.tone} className="mt-0.5 flex-none">
            {badge.text}
          </Badge>
        )}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted *:flex *:min-w-0 *:items-center *:gap-1.5 [&_svg]:size-3.75 [&_svg]:flex-none">
        {specialty && (
          <li>
            <BriefcaseBusiness aria-hidden="true" />
            {specialty}
          </li>
        )}
        {commune && (
          <li>
            <MapPin aria-hidden="true" />
            {commune}
          </li>
        )}
        <li>
          <Clock aria-hidden="true" />
          <time dateTime={created_at}>{ageText(created_at, now)}</time>
        </li>
      </ul>
      <Description text={description}>
        {gone ? (
          <p role="status" className="text-small font-medium text-muted">
            Este caso ya no está disponible.
          </p>
        ) : (
          start
        )}
      </Description>
    </Card>
  )
}

/** LIM-11, OPEN-50: four lines, and «Ver más» if there are more. */
function Description({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const box = useRef<HTMLParagraphElement>(null)
  const [clipped, setClipped] = useState(false)
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || open) return
    const measure = () => setClipped(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [open])
  return (
    <>
      <p
        ref={box}
        id={id}
        className={classNames('mt-3 text-ui whitespace-pre-line wrap-anywhere', !open && 'line-clamp-4')}
      >
        {text}
      </p>
      <div className="mt-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {clipped ? (
          <Button
            variant="quiet"
            size="sm"
            className="-ml-3.25"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Ver menos' : 'Ver más'}
          </Button>
        ) : (
          <span />
        )}
        {children}
      </div>
    </>
  )
}
