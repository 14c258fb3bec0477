import type { UseFormReturn } from 'react-hook-form'
import type { FormStart } from '../schema.ts'
import type { FormDraft } from './form-draft.ts'
import type { FormValues } from './form-values.ts'

/** What each step of the form is given. */
export interface StepProps {
  form: UseFormReturn<FormValues>
  start: FormStart
  /** Files that were chosen before a reload. */
  lost: FormDraft['lost']
}
