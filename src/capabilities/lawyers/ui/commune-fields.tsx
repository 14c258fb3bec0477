import type { Ref } from 'react'
import { communesOf, REGIONS } from '../../../chile/regions.ts'
import { Combobox } from '../../../ui/combobox.tsx'

export interface CommuneFieldsProps {
  /** Names; empty while not chosen. */
  value: { region: string; commune: string }
  onChange: (value: { region: string; commune: string }) => void
  onBlur?: ((part: 'region' | 'commune') => void) | undefined
  errors?: { region?: string | undefined; commune?: string | undefined } | undefined
  regionRef?: Ref<HTMLInputElement> | undefined
  communeRef?: Ref<HTMLInputElement> | undefined
  disabled?: boolean | undefined
}

const option = (name: string) => ({ value: name, label: name })
const regions = REGIONS.map(({ name }) => option(name))

/**
 * ONP-22 to ONP-25, PRO-12: a region and one of its communes, two fields for the form's grid. Another region clears
 * the commune; search knows no accents (OPEN-17).
 */
export function CommuneFields({
  value: { region, commune },
  onChange,
  onBlur,
  errors,
  regionRef,
  communeRef,
  disabled,
}: CommuneFieldsProps) {
  return (
    <>
      <Combobox
        label="Región"
        placeholder="Elige o busca tu región"
        options={regions}
        value={region}
        onChange={(next) => onChange({ region: next ?? '', commune: '' })}
        onBlur={() => onBlur?.('region')}
        error={errors?.region}
        ref={regionRef}
        disabled={disabled}
      />
      <Combobox
        // The text being typed belongs to the region it was typed for.
        key={region}
        label="Comuna"
        placeholder={region ? 'Elige o busca tu comuna' : 'Elige primero la región'}
        options={communesOf(region).map(option)}
        value={commune}
        onChange={(next) => onChange({ region, commune: next ?? '' })}
        onBlur={() => onBlur?.('commune')}
        error={errors?.commune}
        ref={communeRef}
        disabled={disabled || region === ''}
      />
    </>
  )
}
