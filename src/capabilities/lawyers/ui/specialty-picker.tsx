import { Plus } from 'lucide-react'
import type { Ref } from 'react'
import { MultiSelect } from '../../../ui/lists/multi-select.tsx'
import { OTHER_SPECIALTY_HINT } from '../schema.ts'
import { relatedSpecialties } from './related-specialties.ts'
import { SPECIALTY_OPTIONS } from './specialty-options.ts'

export interface SpecialtyPickerProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  ref?: Ref<HTMLElement> | undefined
}

const MAX_SUGGESTIONS = 3

/**
 * ONP-33 to ONP-36: searchable list of specialties by category, with related suggestions under it (OPEN-20).
 */
export function SpecialtyPicker({ value, onChange, ...field }: SpecialtyPickerProps) {
  const suggestions = relatedSpecialties(value).slice(0, MAX_SUGGESTIONS)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <MultiSelect
        {...field}
        label="Especialidades"
        hint={OTHER_SPECIALTY_HINT}
        placeholder="Busca y elige tus especialidades"
        emptyText="No se encontró la especialidad."
        allText={null}
        options={SPECIALTY_OPTIONS}
        value={value}
        onChange={onChange}
      />
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of the form
        <div
          role="group"
          aria-label="Especialidades relacionadas"
          className="flex flex-wrap items-center gap-2"
        >
          <span aria-hidden="true" className="text-small text-muted">
            También podrías agregar:
          </span>
          {suggestions.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => onChange([...value, name])}
              className="relative inline-flex min-h-7.5 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-dashed border-control pr-3 pl-2 text-small font-medium before:absolute before:-inset-x-0.5 before:-inset-y-1.75 hover:border-ink/60 hover:bg-sunken"
            >
              <Plus aria-hidden="true" className="size-4" />
              <span className="truncate">{name}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
