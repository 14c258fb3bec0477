import type { Resolver } from 'react-hook-form'
import { type CreateInput, MESSAGES, proposalFormSchema } from '../schema.ts'

export type ProposalFormContent = Omit<CreateInput, 'id' | 'chatId'>

export const EMPTY_FORM = {
  summary: '',
  fee: null as number | null,
  /** Text typed after the whole pesos, decimal sign included: «,50» (H-11). */
  feeDecimals: '',
  /** YYYY-MM-DD or empty. */
  deadline: '',
  conditions: '',
}
export type FormValues = typeof EMPTY_FORM

/** Converts the form to the request: drops empty conditions; an empty date means no deadline (OPEN-36). */
export const toFormContent = ({ feeDecimals: _, deadline, conditions, ...others }: FormValues) => ({
  ...others,
  deadline: deadline === '' ? null : deadline,
  conditions: conditions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
})

/** H-11: whether a digit follows the decimal sign; a decimal sign alone is accepted. */
export const hasDecimals = ({ feeDecimals }: Pick<FormValues, 'feeDecimals'>) => /\d/.test(feeDecimals)

/** Validates with the schema of the server. An error in one condition is shown below the whole field. */
export const resolver: Resolver<FormValues, unknown, ProposalFormContent> = (values) => {
  const checked = proposalFormSchema.safeParse(toFormContent(values))
  const errors: Record<string, { type: string; message: string }> = {}
  if (hasDecimals(values)) errors.fee = { type: 'schema', message: MESSAGES.feeDecimals }
  else if (checked.success) return { values: checked.data, errors: {} }
  for (const { path, message } of checked.error?.issues ?? [])
    errors[String(path[0])] ??= { type: 'schema', message }
  return { values: {}, errors }
}

/** Maps the field errors of a refusal to form fields: `conditions.2` belongs to «Condiciones». */
export function topLevelErrors(fields: Record<string, string>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [name, text] of Object.entries(fields)) errors[name.split('.')[0] ?? name] ??= text
  return errors
}

/** Parses a draft stored in this tab. Missing or invalid fields are empty; `id` is null without a draft. */
export function parseDraft(stored: unknown): { id: string | null; values: FormValues } {
  const { id, values } = (stored ?? {}) as { id?: unknown; values?: Partial<FormValues> }
  const isValid = (name: string, value: unknown) => typeof value === (name === 'fee' ? 'number' : 'string')
  const restored = Object.entries(EMPTY_FORM).map(([name, empty]) => {
    const value = values?.[name as keyof FormValues]
    return [name, isValid(name, value) ? value : empty]
  })
  return { id: typeof id === 'string' ? id : null, values: Object.fromEntries(restored) }
}
