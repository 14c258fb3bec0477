import { useEffect, useRef, useState } from 'react'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import type { SearchFilters } from '../queries.ts'
import { withChanges } from './search-params.ts'
import { EXPERIENCE_OPTIONS } from './search-texts.ts'

/** AIS-03, OPEN-51: value of «Cualquiera». */
const ANY = 'cualquiera'
const RADIO_OPTIONS = [
  { value: ANY, label: 'Cualquiera' },
  ...EXPERIENCE_OPTIONS.map((years) => ({ value: years, label: `${years}+ años` })),
]
const DEBOUNCE_MS = 600
const MAX_PRICE_CLP = 999_999_999

export interface FilterFieldsProps {
  value: SearchFilters
  /** Called for each change; the change applies at once. */
  onChange(value: SearchFilters): void
}

const loadLists = () => import('./filter-lists.ts')
type Lists = Awaited<ReturnType<typeof loadLists>>

const LOADING = 'Cargando la lista…'
/** The selected option alone, to show its label before the lists are loaded. */
const onlyOption = (value: string | undefined) => (value ? [{ value, label: value }] : [])

/** AIS-02, OPEN-51: the filters of both search pages. */
export function FilterFields({ value, onChange }: FilterFieldsProps) {
  const [lists, setLists] = useState<Lists>()
  // The price is debounced, so it must be merged into the filters of that moment, not of the last render.
  const latest = useRef(value)
  latest.current = value
  const change = (update: Parameters<typeof withChanges>[1]) => {
    latest.current = withChanges(latest.current, update)
    onChange(latest.current)
  }
  // Loaded on first contact with the fields, to keep the first visit light.
  const preloadLists = () => {
    if (!lists) importWithRetry(loadLists).then(setLists, () => {})
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only preloads data; the controls are the fields inside */}
      <div className="contents" onFocus={preloadLists} onPointerEnter={preloadLists}>
        <Combobox
          label="Especialidad"
          placeholder="Todas"
          clearable
          emptyText={lists ? 'No se encontró la especialidad.' : LOADING}
          options={lists?.SPECIALTIES ?? onlyOption(value.specialty)}
          value={value.specialty ?? null}
          onChange={(specialty) => change({ specialty })}
        />
        <Combobox
          label="Comuna"
          placeholder="Todas"
          clearable
          emptyText={lists ? 'No se encontró la comuna.' : LOADING}
          options={lists?.COMMUNES ?? onlyOption(value.commune)}
          value={value.commune ?? null}
          onChange={(commune) => change({ commune })}
        />
      </div>
      <YearsField
        value={value.experience ?? ANY}
        onChange={(years) =>
          change({ experience: EXPERIENCE_OPTIONS.find((option) => option === years) ?? null })
        }
      />
      <PriceField
        value={value.maxPrice ?? ''}
        onChange={(maxPrice) => change({ maxPrice: maxPrice || null })}
      />
    </>
  )
}

/** Shows the selection at once; the URL changes a moment later. */
function YearsField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [selected, setSelected] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    setSelected(value)
  }
  return (
    <RadioGroup
      label="Experiencia"
      look="pills"
      options={RADIO_OPTIONS}
      value={selected}
      onChange={(years) => {
        setSelected(years)
        onChange(years)
      }}
    />
  )
}

/** Applies after `DEBOUNCE_MS`, or at once on Enter or on leaving the field. */
function PriceField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Changed from outside: a chip, «Limpiar filtros», a suggestion or browser navigation.
  if (lastValue !== value) {
    setLastValue(value)
    setText(value)
  }
  const apply = (next: string) => {
    clearTimeout(timer.current)
    if (next !== value) onChange(next)
  }
  return (
    <NumberField
      label="Precio máximo"
      prefix="$"
      step={5_000}
      max={MAX_PRICE_CLP}
      placeholder="Cualquiera"
      value={text === '' ? null : Number(text)}
      onChange={(price) => {
        const next = price === null ? '' : String(Math.min(price, MAX_PRICE_CLP))
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(next), DEBOUNCE_MS)
      }}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text)
      }}
    />
  )
}
