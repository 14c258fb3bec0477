import { useState } from 'react'
import { Form } from 'react-router'
import { Button } from '../../../ui/actions/button.tsx'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import { Combobox } from '../../../ui/lists/combobox.tsx'
import type { Options } from '../../../ui/lists/options.ts'
import type { HelpParam, HelpParams } from './help-params.ts'

const loadLists = () => import('./help-lists.ts')
type Lists = Awaited<ReturnType<typeof loadLists>>

/** PLZ-75: a GET form, so that it works without JavaScript, too. */
export function HelpForm({ specialty, commune }: HelpParams) {
  const [lists, setLists] = useState<Lists>()
  // Loaded on first contact with the fields, to keep the first visit light.
  const preloadLists = () => {
    if (!lists) importWithRetry(loadLists).then(setLists, () => {})
  }
  return (
    <Form
      method="get"
      action="/ayuda-gratuita"
      preventScrollReset
      aria-label="Filtros"
      className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      onFocus={preloadLists}
      onPointerEnter={preloadLists}
    >
      <HelpField
        label="Especialidad"
        textName="especialidad"
        placeholder="Todas"
        notFound="No se encontró la especialidad."
        options={lists?.SPECIALTIES}
        param={specialty}
      />
      <HelpField
        label="Comuna"
        textName="comuna"
        placeholder="Todo Chile"
        notFound="No se encontró la comuna."
        options={lists?.COMMUNES}
        param={commune}
      />
      <Button type="submit" variant="primary" className="min-h-12 self-start md:mt-7">
        Ver ayuda
      </Button>
    </Form>
  )
}

interface HelpFieldProps {
  label: string
  textName: string
  placeholder: string
  notFound: string
  options: Options | undefined
  param: HelpParam
}

function HelpField({ param, options, notFound, ...field }: HelpFieldProps) {
  const [value, setValue] = useState(param.value)
  const [lastValue, setLastValue] = useState(param.value)
  // Changed from outside: browser navigation.
  if (lastValue !== param.value) {
    setLastValue(param.value)
    setValue(param.value)
  }
  return (
    <Combobox
      {...field}
      clearable
      emptyText={options ? notFound : 'Cargando la lista…'}
      // Before the lists are loaded, the value alone: also a text that names nothing.
      options={options ?? (value ? [{ value, label: value }] : [])}
      value={value}
      onChange={(next) => setValue(next ?? '')}
      error={value === param.value ? param.error : undefined}
    />
  )
}
