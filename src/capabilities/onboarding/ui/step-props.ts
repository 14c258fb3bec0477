import type { UseFormReturn } from 'react-hook-form'
import type { InitialForm } from '../schema.ts'
import type { FormDraft } from './form-draft.ts'
import type { FormValues } from './form-values.ts'

export interface StepProps {
  form: UseFormReturn<FormValues>
  start: InitialForm
  /** Files chosen before a reload, to be chosen again. */
  lost: FormDraft['lost']
}
