import { useState } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeading } from '../../../ui/layout/page-heading.tsx'
import type { RulesBySubject } from '../schema.ts'
import { RuleList } from './rule-list.tsx'

export const DEADLINES_TITLE = 'Plazos legales frecuentes'

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
  return (
    <>
      <PageHeading
        title={DEADLINES_TITLE}
        text="Desde qué día se cuentan, cuánto duran y qué artículo lo dice. Si hay duda, mostramos la fecha más temprana. No reemplaza a un abogado."
      />
      {calculator.render({ subjects, rule: chosen.rule }, String(chosen.times))}
      {!calculator.open && (
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="text-h4">¿Hasta qué día tienes plazo?</h2>
            <p className="mt-1 max-w-[60ch] text-ui text-muted">
              Dinos qué pasó y qué día fue. No necesitas una cuenta y no guardamos nada.
            </p>
          </div>
          <Button variant="primary" pending={calculator.pending} onClick={() => calculate(null)}>
            Calcular un plazo
          </Button>
        </Card>
      )}
      <RuleList subjects={subjects} onCalculate={calculate} />
      <p className="mt-10 text-ui text-muted">Que no aparezca un plazo no significa que no exista.</p>
    </>
  )
}
