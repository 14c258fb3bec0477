import { lazy, type MouseEvent, useState } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { StaticHtml } from '../../../ui/boot/static-html.tsx'
import type { RulesBySubject } from '../schema.ts'

export const DEADLINES_TITLE = 'Plazos legales frecuentes'

// Only the server renders it on a first visit (PLZ-42: at most 12 requests).
const RuleList = lazy(() => import('./rule-list.tsx').then((module) => ({ default: module.RuleList })))

/** PLZ-42, PLZ-43: /plazos. The calculator is loaded when somebody wants it, so that the list is light. */
export function DeadlinesPage({ subjects }: RulesBySubject) {
  const [chosen, setChosen] = useState<{ rule: string | null; times: number }>({ rule: null, times: 0 })
  const calculator = useLazyDialog(
    () => import('./calculator.tsx'),
    ({ Calculator }) => Calculator,
  )
  const calculate = (rule: string | null) => {
    setChosen(({ times }) => ({ rule, times: times + 1 }))
    calculator.show()
  }
  const calculateRow = ({ target }: MouseEvent) => {
    const rule = target instanceof Element && target.closest<HTMLElement>('[data-rule]')?.dataset.rule
    if (rule) calculate(rule)
  }
  return (
    <>
      <div className="pt-8 pb-6">
        <h1>{DEADLINES_TITLE}</h1>
        <p className="mt-2 max-w-[60ch] text-muted">
          Desde qué día se cuentan, cuánto duran y qué artículo lo dice. Si hay duda, mostramos la fecha más
          temprana. No reemplaza a un abogado.
        </p>
      </div>
      {calculator.render({ subjects, rule: chosen.rule }, String(chosen.times))}
      {!calculator.open && (
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-l border border-line bg-surface p-5 md:p-6">
          <div>
            <h2 className="text-h4">¿Hasta qué día tienes plazo?</h2>
            <p className="mt-1 max-w-[60ch] text-ui text-muted">
              Dinos qué pasó y qué día fue. No necesitas una cuenta y no guardamos nada.
            </p>
          </div>
          <Button variant="primary" pending={calculator.pending} onClick={() => calculate(null)}>
            Calcular un plazo
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside work by keyboard, too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div onClick={calculateRow}>
        <StaticHtml of={RuleList} props={{ subjects }} />
      </div>
      <p className="mt-10 text-ui text-muted">Que no aparezca un plazo no significa que no exista.</p>
    </>
  )
}
