import type { ReactNode } from 'react'
import { NumberField, type NumberFieldProps } from '../../../ui/fields/number-field.tsx'
import type { registerField } from '../../../ui/fields/register-field.ts'
import { TextArea, type TextAreaProps } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DESCRIPTION_MAX, PRICE_MAX, PRICE_STEP } from '../schema.ts'
import { CommuneFields, type CommuneFieldsProps } from './commune-fields.tsx'

// Fields shared by the onboarding form and the edit form of verified lawyers.

/** Two columns of fields; one column on phones. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-6 md:grid-cols-2">{children}</div>
}

export function FormSection({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6 border-t border-line pt-7">
      <div className="grid gap-1.5">
        <h2 className="text-h3">{title}</h2>
        {text && <p className="text-small text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}

/** ONP-38, PRO-10: price in CLP, in steps of 1,000. Takes the `field` of a Controller. */
export function PriceField(props: Omit<NumberFieldProps, 'prefix' | 'suffix' | 'step' | 'max'>) {
  return <NumberField {...props} prefix="$" suffix="CLP" step={PRICE_STEP} max={PRICE_MAX} />
}

/** Description (ONP-39, PRO-09). Takes the result of react-hook-form's `register()`. */
export function DescriptionField(props: Omit<TextAreaProps, 'hint' | 'limit' | 'required'>) {
  return (
    <TextArea
      {...props}
      hint="Cuenta cómo trabajas. Es lo primero que leerá un cliente. Los teléfonos, correos y enlaces no se muestran."
      required
      limit={DESCRIPTION_MAX}
    />
  )
}

export interface AddressFieldsProps {
  location: CommuneFieldsProps
  street: Registered
  number: Registered & {
    /** ONP-27, TRAP-10: optional in the onboarding form. */
    optional?: boolean
  }
  apartment: Registered
}

type Registered = ReturnType<typeof registerField>

/**
 * ONP-22 to ONP-27, PRO-12, PRO-13: region, commune, street, number and apartment, for use in `TwoColumns`.
 */
export function AddressFields({ location, street, number, apartment }: AddressFieldsProps) {
  const { optional = false, ...registered } = number
  return (
    <>
      <CommuneFields {...location} />
      <TextField label="Calle" autoComplete="address-line1" required className="md:col-span-2" {...street} />
      <TextField label="Número" optional={optional} required={!optional} autoComplete="off" {...registered} />
      <TextField label="Departamento u oficina" optional autoComplete="off" {...apartment} />
    </>
  )
}
