import { type Ref, useId } from 'react'
import { ChipInput } from './chip-input.tsx'
import { classNames } from './class-names.ts'
import { type DrivenField, Field, splitField } from './field.tsx'
import { Highlighted } from './highlighted.tsx'
import { ListBox } from './list-box.tsx'
import { flatOptions, labelOf, type Options } from './options.ts'
import { Popup } from './popup.tsx'
import { SearchBox, SummaryButton } from './summary-button.tsx'
import { TickBox } from './tick-box.tsx'
import { ALL, useChoosing } from './use-choosing.ts'

export interface MultiSelectProps<Value extends string> extends Omit<DrivenField<HTMLElement>, 'action'> {
  options: Options<Value>
  value: readonly Value[]
  /** In the order of choosing; all of them in the list's order. */
  onChange: (value: Value[]) => void
  placeholder?: string | undefined
  /** Said when nothing fits what was typed (OPEN-63). */
  emptyText?: string | undefined
  /** The line that chooses all and none; null for a list of which nobody chooses all. */
  allText?: string | null | undefined
  /** How many were chosen, in words. */
  countText?: ((count: number) => string) | undefined
  /** chips: what was chosen stands in the field, and the text is typed there. summary: a filter that says how many. */
  look?: 'chips' | 'summary' | undefined
}

const chosenText = (count: number) => (count === 1 ? '1 seleccionada' : `${count} seleccionadas`)

/**
 * Several of a long list, found by typing. Choosing leaves the list open and the text as it is. Takes the `field`
 * of a Controller.
 */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>) {
  const [field, own] = splitField(props)
  const {
    options,
    value,
    onChange,
    onBlur,
    name,
    ref,
    disabled,
    placeholder,
    emptyText = 'No se encontraron resultados.',
    allText = 'Seleccionar todas',
    countText = chosenText,
    look = 'chips',
  } = own
  const listId = useId()
  const list = useChoosing({ listId, options, value, onChange, onBlur, disabled, allText })
  const chips = look === 'chips'
  const count = value.length > 0 ? countText(value.length) : undefined
  const hintId = `${listId}-how`
  return (
    <Field
      {...field}
      action={chips && count && <span className="font-normal text-muted">{count}</span>}
      describedBy={chips && value.length > 0 ? hintId : undefined}
    >
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the field in it
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
          {name &&
            value.map((one) => <input key={one} type="hidden" name={name} value={one} disabled={disabled} />)}
          <p id={hintId} className="hidden">
            Con la flecha izquierda llegas a lo elegido; con Suprimir lo quitas.
          </p>
          <p role="status" className="sr-only">
            {list.news}
          </p>
          {list.open && (
            <Popup anchor={list.anchor} onLeave={list.close} wide className="min-w-66">
              <Choices
                {...{ list, emptyText }}
                label={field.label}
                search={!chips}
                isChosen={(one) => value.includes(one as Value)}
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
  list: ReturnType<typeof useChoosing>
  label: string
  emptyText: string
  /** The text is typed here, not in the field. */
  search: boolean
  isChosen: (value: string) => boolean
  /** Some are chosen, not all. */
  some: boolean
}

function Choices({ list, label, emptyText, search, isChosen, some }: ChoicesProps) {
  const isOn = (value: string) => (value === ALL ? list.everything : isChosen(value))
  const lines = (
    <ListBox
      id={list.listId}
      label={label}
      options={list.shown}
      active={list.active}
      onActive={list.setActive}
      onChoose={list.choose}
      isChosen={isOn}
      several
      emptyText={emptyText}
    >
      {(option) => (
        <>
          <TickBox state={isOn(option.value) ? 'on' : option.value === ALL && some ? 'some' : 'off'} />
          <span className={classNames('min-w-0 flex-1', option.value === ALL && 'font-medium')}>
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
