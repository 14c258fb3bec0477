import type { Ref } from 'react'
import { type ControlledFieldProps, Field, splitFieldProps } from '../fields/field.tsx'
import { Popup } from '../overlays/popup.tsx'
import { classNames } from '../theme/class-names.ts'
import { ChipInput } from './chip-input.tsx'
import { Highlighted } from './highlighted.tsx'
import { ListBox } from './list-box.tsx'
import { flatOptions, labelOf, type Options } from './options.ts'
import { SearchBox, SummaryButton } from './summary-button.tsx'
import { TickBox } from './tick-box.tsx'
import { ALL_VALUE, useMultiSelectList } from './use-multi-select-list.ts'

export interface MultiSelectProps extends Omit<ControlledFieldProps<HTMLElement>, 'action'> {
  options: Options
  value: readonly string[]
  /** Values in the order of choosing; «all» gives them in the list's order. */
  onChange: (value: string[]) => void
  placeholder?: string | undefined
  /** Shown when nothing matches the text (OPEN-63). */
  emptyText?: string | undefined
  /** Label of the option that selects all or none; null for a list without it. */
  allText?: string | null | undefined
  /**
   * chips: the field shows the chosen options and the text input. summary: a filter button with their number.
   */
  look?: 'chips' | 'summary' | undefined
}

const chosenText = (count: number) => (count === 1 ? '1 seleccionada' : `${count} seleccionadas`)

/**
 * Chooses several of a long list by typing. Choosing keeps the list open and the text unchanged. Takes the
 * `field` of a Controller.
 */
export function MultiSelect(props: MultiSelectProps) {
  const [field, own] = splitFieldProps(props)
  const {
    options,
    value,
    onChange,
    onBlur,
    ref,
    disabled,
    placeholder,
    emptyText = 'No se encontraron resultados.',
    allText = 'Seleccionar todas',
    look = 'chips',
  } = own
  const list = useMultiSelectList({ options, value, onChange, onBlur, disabled, allText })
  const chips = look === 'chips'
  const count = value.length > 0 ? chosenText(value.length) : undefined
  const hintId = `${list.id}-how`
  return (
    <Field
      {...field}
      action={chips && count && <span className="font-normal text-muted">{count}</span>}
      describedBy={chips && value.length > 0 ? hintId : undefined}
    >
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles the lost focus of the field inside
        <div ref={list.anchor} onBlur={list.onBlur}>
          {chips ? (
            <ChipInput
              control={control}
              list={list}
              chosen={value.map((one) => ({ value: one, label: labelOf(options, one) ?? one }))}
              fieldRef={ref as Ref<HTMLInputElement>}
              disabled={disabled}
              placeholder={placeholder}
            />
          ) : (
            <SummaryButton
              control={control}
              list={list}
              text={count}
              placeholder={placeholder}
              buttonRef={ref as Ref<HTMLButtonElement>}
              disabled={disabled}
            />
          )}
          <p id={hintId} className="hidden">
            Con la flecha izquierda llegas a lo elegido; con Suprimir lo quitas.
          </p>
          <p role="status" className="sr-only">
            {list.announcement}
          </p>
          {list.open && (
            <Popup anchor={list.anchor} onLeave={list.close} wide className="min-w-66">
              <Choices
                {...{ list, emptyText }}
                label={field.label}
                search={!chips}
                isChosen={(one) => value.includes(one)}
                some={value.length > 0 && value.length < flatOptions(options).length}
              />
            </Popup>
          )}
        </div>
      )}
    </Field>
  )
}

interface ChoicesProps {
  list: ReturnType<typeof useMultiSelectList>
  label: string
  emptyText: string
  /** Whether the search text is typed in the popup, not in the field. */
  search: boolean
  isChosen: (value: string) => boolean
  /** Whether some options are chosen, but not all. */
  some: boolean
}

function Choices({ list, label, emptyText, search, isChosen, some }: ChoicesProps) {
  const isOn = (value: string) => (value === ALL_VALUE ? list.allChosen : isChosen(value))
  const lines = (
    <ListBox
      id={list.id}
      label={label}
      options={list.shown}
      active={list.active}
      onActive={list.setActive}
      onChoose={list.choose}
      isChosen={isOn}
      multiple
      emptyText={emptyText}
    >
      {(option) => (
        <>
          <TickBox state={isOn(option.value) ? 'on' : option.value === ALL_VALUE && some ? 'some' : 'off'} />
          <span className={classNames('min-w-0 flex-1', option.value === ALL_VALUE && 'font-medium')}>
            <Highlighted text={option.label} query={list.query} />
          </span>
        </>
      )}
    </ListBox>
  )
  if (!search) return lines
  return (
    <SearchBox list={list} label={label}>
      {lines}
    </SearchBox>
  )
}
