import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { FilterFieldsProps } from './filter-fields.tsx'
import { nextStepOf } from './next-step.ts'
import { TEXTS } from './search-texts.ts'

/** AIS-09. */
export function Nobody({ value, onChange, otherwise }: FilterFieldsProps & { otherwise: ReactNode }) {
  const { text, label, filters } = nextStepOf(value)
  return (
    <Card flush>
      <EmptyState
        icon={<SearchX />}
        title={TEXTS.none}
        text={text || undefined}
        action={
          text ? (
            <div className="flex flex-wrap justify-center gap-3">
              {label && (
                <Button variant="primary" onClick={() => onChange(filters)}>
                  {label}
                </Button>
              )}
              <Button variant={label ? undefined : 'primary'} onClick={() => onChange({})}>
                Limpiar filtros
              </Button>
            </div>
          ) : (
            (otherwise ?? <ButtonLink to="/">Volver al inicio</ButtonLink>)
          )
        }
      />
    </Card>
  )
}
