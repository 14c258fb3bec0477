import { CircleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from '../theme/class-names.ts'

export interface FieldTextProps {
  label: string
  /** Shown between label and control: what is expected. */
  hint?: ReactNode
  /** What is wrong and how to fix it; marks the control as invalid. */
  error?: string | undefined
  /** Shows «(opcional)»: fields are required by default. */
  optional?: boolean | undefined
  /** Right of the label: a link that belongs to this field. */
  action?: ReactNode
  className?: string | undefined
}

/** Props, apart from the value, of every control that takes the `field` of react-hook-form's Controller. */
export interface ControlledFieldProps<Element> extends FieldTextProps {
  onBlur?: (() => void) | undefined
  name?: string | undefined
  id?: string | undefined
  /** Where a form puts the focus. */
  ref?: Ref<Element> | undefined
  disabled?: boolean | undefined
}

/** Splits a control's props into those of the `Field` around it and its own. */
export function splitFieldProps<Props extends FieldTextProps & { id?: string | undefined }>({
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

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  /** For a group of controls: a <label> would name only the first. */
  'aria-labelledby'?: string
}

interface FieldProps extends FieldTextProps {
  id?: string | undefined
  /** Ids of further descriptions of the control. */
  describedBy?: string | undefined
  /** `children` is a group (radios, stars), not one control. */
  group?: boolean | undefined
  /** Under the control, next to the error: a counter. */
  below?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Label, hint and error around the control that `children` renders, connected with it. */
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
      {/* Drawn next to the label, but after the control in tab order: keyboard users come to type. */}
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

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small font-medium text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.25" />
      {children}
    </p>
  )
}
