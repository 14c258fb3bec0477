import type { Ref } from 'react'
import { communesOf, REGIONS } from '../../../chile/regions.ts'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'

export interface CommuneFieldsProps {
  /** Names; empty if not chosen. */
  value: { region: string; commune: string }
  onChange: (value: { region: string; commune: string }) => void
  onBlur?: ((part: 'region' | 'commune') => void) | undefined
  errors?: { region?: string | undefined; commune?: string | undefined } | undefined
  regionRef?: Ref<HTMLInputElement> | undefined
  communeRef?: Ref<HTMLInputElement> | undefined
}

const regions = optionsOf(REGIONS.map(({ name }) => name))

/**
 * ONP-22 to ONP-25, PRO-12: two form fields for a region and one of its communes. Changing the region clears
 * the commune. The search ignores accents (OPEN-17).
 */
export function CommuneFields({
  value: { region, commune },
  onChange,
  onBlur,
  errors,
  regionRef,
  communeRef,
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
      />
      <Combobox
        // Remount on another region: text typed for the previous one no longer applies.
        key={region}
        label="Comuna"
        placeholder={region ? 'Elige o busca tu comuna' : 'Elige primero la región'}
        options={optionsOf(communesOf(region))}
        value={commune}
        onChange={(next) => onChange({ region, commune: next ?? '' })}
        onBlur={() => onBlur?.('commune')}
        error={errors?.commune}
        ref={communeRef}
        disabled={region === ''}
      />
    </>
  )
}
