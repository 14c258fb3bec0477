import { CircleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'

export interface FieldText {
  label: string
  /** Said between label and control: what is expected, before it goes wrong. */
  hint?: ReactNode
  /** What is wrong and how to mend it; marks the control as invalid. */
  error?: string | undefined
  /** Shows «(opcional)»: fields are required unless told. */
  optional?: boolean | undefined
  /** At the right of the label: a link that belongs to this field. */
  action?: ReactNode
  className?: string | undefined
}

/** What every control takes beside its value that a form drives by the `field` of a Controller. */
export interface DrivenField<Element> extends FieldText {
  onBlur?: (() => void) | undefined
  name?: string | undefined
  id?: string | undefined
  /** Where a form puts the focus. */
  ref?: Ref<Element> | undefined
  disabled?: boolean | undefined
}

/** The props of a control in two: those of the `Field` around it, and its own. */
export function splitField<Props extends FieldText & { id?: string | undefined }>({
  label,
  hint,
  error,
  optional,
  action,
  className,
  id,
  ...own
}: Props) {
  return [{ label, hint, error, optional, action, className, id }, own] as const
}

/** What a control must carry so that label, hint and error belong to it. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  /** Of a group of controls: a <label> would name the first of them only. */
  'aria-labelledby'?: string
}

interface FieldProps extends FieldText {
  id?: string | undefined
  /** Further descriptions of the control, by id. */
  describedBy?: string | undefined
  /** `children` is a group (radios, stars), not one control. */
  group?: boolean | undefined
  /** Under the control, at the side of the error: a counter. */
  below?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Label above, hint between, error below, tied to whatever control `children` renders. */
export function Field({
  id: given,
  label,
  hint,
  error,
  optional,
  action,
  className,
  describedBy,
  group,
  below,
  children,
}: FieldProps) {
  const generated = useId()
  const id = given ?? generated
  const Label = group ? 'span' : 'label'
  const described = classNames(describedBy, !!hint && `${id}-hint`, error && `${id}-error`)
  return (
    <div className={classNames('relative grid grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <Label {...(group ? { id: `${id}-label` } : { htmlFor: id })} className="text-ui font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (opcional)</span>}
      </Label>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        ...(group && { 'aria-labelledby': `${id}-label` }),
      })}
      {/* Seen beside the label, and after the control for whoever goes by keyboard: they come to type. */}
      {action && <span className="absolute top-0 right-0 text-small font-semibold">{action}</span>}
      {(error || below) && (
        <div className="flex items-start justify-between gap-3">
          {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
          {below && <div className="ml-auto">{below}</div>}
        </div>
      )}
    </div>
  )
}

/** What is wrong with a field, under it. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small font-medium text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.25" />
      {children}
    </p>
  )
}
