import { Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { QuickExit, type QuickExitProps } from '../../../site/quick-exit.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

const HOTLINES = [
  { number: '133', who: 'Carabineros, si hay peligro ahora' },
  { number: '149', who: 'Fono Familia de Carabineros, por violencia en la casa' },
  { number: '1455', who: 'SernamEG, orientación por violencia contra mujeres' },
  { number: '*4141', who: 'Línea Prevención del Suicidio, desde un celular' },
] as const

export interface SafetyPanelProps extends QuickExitProps {
  /** Scroll to the panel when it appears during a search, but not when the user returns to the page. */
  scrollOnMount: boolean
}

/**
 * For people who may be in danger: emergency numbers and a quick exit, above all else (docs/design.md §9).
 */
export function SafetyPanel({ scrollOnMount, forget }: SafetyPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [shouldScroll] = useState(scrollOnMount)
  useEffect(() => {
    if (shouldScroll) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [shouldScroll])
  return (
    <div ref={panel} className="mt-5 scroll-mb-4">
      <Notice kind="danger" title="Si tú u otra persona están en peligro, pide ayuda ahora">
        <div className="mt-2.5 mb-3">
          <QuickExit forget={forget} />
        </div>
        <p>Estas llamadas son gratis y atienden las 24 horas, todos los días.</p>
        <ul className="mt-3 grid gap-2.5">
          {HOTLINES.map(({ number, who }) => (
            <li key={number} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-3">
              <a
                href={`tel:${number}`}
                aria-label={`Llamar al ${number}`}
                className="inline-flex min-h-11 items-center justify-center gap-2 rounded-m bg-danger px-3.5 font-semibold text-on-danger tabular-nums no-underline hover:bg-danger-ink"
              >
                <Phone aria-hidden="true" className="size-4.5" />
                {number}
              </a>
              <span>{who}</span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
