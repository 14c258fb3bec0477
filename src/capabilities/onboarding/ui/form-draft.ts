import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import type { InitialForm } from '../schema.ts'
import { FORM_STEPS, type FormValues, initialValues, ON_FILE } from './form-values.ts'

const FORM = 'perfil-profesional'

/** Form input restored after a reload. */
export interface FormDraft {
  values: FormValues
  /** Zero-based. */
  step: number
  /** Files chosen before the reload; they are not stored, so they must be chosen again (ONP-15, ONP-28). */
  lost: { avatar: boolean; idCard: boolean }
}

/**
 * Stores the form input in this tab, for this user. Of files, stores only that they were chosen.
 * @param start initial state of the form
 */
export function saveFormDraft(userId: string, start: InitialForm, draft: FormDraft): void {
  const { values, step, lost: lostBefore } = draft
  const { avatar, idCard, ...typed } = values
  const lost = {
    avatar: avatar !== null || lostBefore.avatar,
    idCard: (idCard !== null && idCard !== ON_FILE) || lostBefore.idCard,
  }
  storeDraft(FORM, userId, { typed, step, lost, of: revisionOf(start) })
}

/** Reads the stored draft without invalid values; null if there is none or the profile was returned since. */
export function readFormDraft(userId: string, start: InitialForm): FormDraft | null {
  const stored = readDraft(FORM, userId)
  if (!isRecord(stored) || stored.of !== revisionOf(start) || !isRecord(stored.typed)) return null
  const defaults = initialValues(start)
  const lost = isRecord(stored.lost) ? stored.lost : {}
  return {
    values: { ...(mergeStored(defaults, stored.typed) as FormValues), avatar: null, idCard: defaults.idCard },
    step: typeof stored.step === 'number' && stored.step in FORM_STEPS ? stored.step : 0,
    lost: { avatar: lost.avatar === true, idCard: lost.idCard === true },
  }
}

export const deleteFormDraft = (userId: string) => deleteDraft(FORM, userId)

/** Identifies the form state a draft belongs to: when a profile is returned, older drafts become obsolete. */
const revisionOf = ({ returned }: InitialForm) => (returned ? String(returned.at) : '')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `defaults`, overwritten by stored values of the same type; storage may contain anything. */
function mergeStored(defaults: unknown, stored: unknown): unknown {
  if (Array.isArray(defaults))
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : defaults
  if (isRecord(defaults)) {
    if (!isRecord(stored)) return defaults
    return Object.fromEntries(
      Object.entries(defaults).map(([key, value]) => [key, mergeStored(value, stored[key])]),
    )
  }
  // Only number fields can be null here.
  if (defaults === null || typeof defaults === 'number')
    return stored === null || Number.isInteger(stored) ? stored : defaults
  return typeof stored === typeof defaults ? stored : defaults
}
