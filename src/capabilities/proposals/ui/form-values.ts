import type { Resolver } from 'react-hook-form'
import { type CreateInput, MESSAGES, proposalForm } from '../schema.ts'

/** The form as it is typed. */
export interface FormValues {
  summary: string
  fee: number | null
  /** What was typed behind the fee from a decimal sign on: «,50» (H-11). */
  feeDecimals: string
  /** YYYY-MM-DD or empty. */
  deadline: string
  /** One per line. */
  conditions: string
}

export type Content = Omit<CreateInput, 'id' | 'chatId'>

export const EMPTY: FormValues = { summary: '', fee: null, feeDecimals: '', deadline: '', conditions: '' }

/** What is sent of what was typed: empty lines are no conditions, no day is no deadline (OPEN-36). */
export const contentOf = ({ summary, fee, deadline, conditions }: FormValues) => ({
  summary,
  fee,
  deadline: deadline === '' ? null : deadline,
  conditions: conditions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
})

/** H-11: a decimal sign with nothing behind it is none yet. */
export const hasDecimals = ({ feeDecimals }: Pick<FormValues, 'feeDecimals'>) => /\d/.test(feeDecimals)

/** The shared schema's check; what is wrong with one condition is said under all of them. */
export const resolver: Resolver<FormValues, unknown, Content> = (values) => {
  const checked = proposalForm.safeParse(contentOf(values))
  const errors: Record<string, { type: string; message: string }> = {}
  if (hasDecimals(values)) errors.fee = { type: 'schema', message: MESSAGES.feeDecimals }
  else if (checked.success) return { values: checked.data, errors: {} }
  for (const { path, message } of checked.error?.issues ?? [])
    errors[String(path[0])] ??= { type: 'schema', message }
  return { values: {}, errors }
}

/** What a refusal says of each field of the form: `conditions.2` is one of «Condiciones». */
export function fieldsOf(fields: Record<string, string>): Record<string, string> {
  const of: Record<string, string> = {}
  for (const [name, text] of Object.entries(fields)) of[name.split('.')[0] ?? name] ??= text
  return of
}

/** A draft that was kept in this tab, or the empty form. */
export function draftOf(kept: unknown): { id: string | null; values: FormValues } {
  const { id, values } = (kept ?? {}) as { id?: unknown; values?: Partial<FormValues> }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const { summary, fee, feeDecimals, deadline, conditions } = values ?? {}
  return {
    id: typeof id === 'string' ? id : null,
    values: {
      summary: text(summary),
      fee: typeof fee === 'number' ? fee : null,
      feeDecimals: text(feeDecimals),
      deadline: text(deadline),
      conditions: text(conditions),
    },
  }
}
