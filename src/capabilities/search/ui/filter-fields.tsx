import { useEffect, useRef, useState } from 'react'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { fetched } from '../../../ui/fetched.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import type { SearchFilters } from '../queries.ts'
import { changed } from './search-address.ts'
import { EXPERIENCES } from './search-texts.ts'

/** AIS-03, OPEN-51. */
const ANY = 'cualquiera'
const YEARS = [
  { value: ANY, label: 'Cualquiera' },
  ...EXPERIENCES.map((years) => ({ value: years as string, label: `${years}+ años` })),
]
/** Milliseconds after the last digit. */
const TYPED = 600
const PRICE_DIGITS = 999_999_999

export interface FilterFieldsProps {
  value: SearchFilters
  /** In force at once. */
  onChange(value: SearchFilters): void
}

const loadLists = () => import('./filter-lists.ts')
type Lists = Awaited<ReturnType<typeof loadLists>>

const LOADING = 'Cargando la lista…'
/** What is chosen has a name before the lists are there. */
const only = (value: string | undefined) => (value ? [{ value, label: value }] : [])

/** AIS-02, OPEN-51: the filters that both searches have. */
export function FilterFields({ value, onChange }: FilterFieldsProps) {
  const [lists, setLists] = useState<Lists>()
  // The price follows a moment after its last digit: it joins what is in force by then.
  const latest = useRef(value)
  latest.current = value
  const change = (one: Parameters<typeof changed>[1]) => {
    latest.current = changed(latest.current, one)
    onChange(latest.current)
  }
  // Fetched by whoever reaches for a filter: a first visit goes without the lists.
  const reach = () => {
    if (!lists) fetched(loadLists).then(setLists, () => {})
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only fetches; what is used are the fields inside */}
      <div className="contents" onFocus={reach} onPointerEnter={reach}>
        <Combobox
          label="Especialidad"
          placeholder="Todas"
          clearable
          emptyText={lists ? 'No se encontró la especialidad.' : LOADING}
          options={lists?.SPECIALTIES ?? only(value.specialty)}
          value={value.specialty ?? null}
          onChange={(specialty) => change({ specialty })}
        />
        <Combobox
          label="Comuna"
          placeholder="Todas"
          clearable
          emptyText={lists ? 'No se encontró la comuna.' : LOADING}
          options={lists?.COMMUNES ?? only(value.commune)}
          value={value.commune ?? null}
          onChange={(commune) => change({ commune })}
        />
      </div>
      <YearsField
        value={value.experience ?? ANY}
        onChange={(years) => change({ experience: EXPERIENCES.find((one) => one === years) ?? null })}
      />
      <PriceField
        value={value.maxPrice ?? ''}
        onChange={(maxPrice) => change({ maxPrice: maxPrice || null })}
      />
    </>
  )
}

/** Shows what was pressed at once; the address follows a moment later. */
function YearsField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [chosen, setChosen] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setChosen(value)
  }
  return (
    <RadioGroup
      label="Experiencia"
      look="pills"
      options={YEARS}
      value={chosen}
      onChange={(years) => {
        setChosen(years)
        onChange(years)
      }}
    />
  )
}

/** In force a moment after the last digit, or at once with Enter or on leaving. */
function PriceField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A chip, «Limpiar filtros», a proposal or the way back changed it.
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const settle = (next: string) => {
    clearTimeout(timer.current)
    if (next !== value) onChange(next)
  }
  return (
    <NumberField
      Input={AmountInput}
      label="Precio máximo"
      prefix="$"
      step={5_000}
      max={PRICE_DIGITS}
      placeholder="Cualquiera"
      value={text === '' ? null : Number(text)}
      onChange={(price) => {
        const next = price === null ? '' : String(Math.min(price, PRICE_DIGITS))
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => settle(next), TYPED)
      }}
      onBlur={() => settle(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(text)
      }}
    />
  )
}
