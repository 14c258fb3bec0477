import { dropDraft, keepDraft, readDraft } from '../../../platform/rpc/drafts.ts'
import type { FormStart } from '../schema.ts'
import { FORM_STEPS, type FormValues, ON_FILE, startValues } from './form-values.ts'

const FORM = 'perfil-profesional'

/** What was typed before a reload. */
export interface FormDraft {
  values: FormValues
  /** From 0. */
  step: number
  /** Files that were chosen and cannot be kept (ONP-15, ONP-28). */
  lost: { avatar: boolean; idCard: boolean }
}

/**
 * Keeps what was typed in this tab, for this person. Files are only remembered as chosen.
 * @param before files that were lost already and are not chosen again yet
 * @returns whether the browser let it be kept
 */
export function keepFormDraft(
  userId: string,
  start: FormStart,
  { values, step, lost: before }: FormDraft,
): boolean {
  const { avatar, idCard, ...typed } = values
  const lost = {
    avatar: avatar !== null || before.avatar,
    idCard: (idCard !== null && idCard !== ON_FILE) || before.idCard,
  }
  return keepDraft(FORM, userId, { typed, step, lost, of: mark(start) })
}

/** What was kept, as far as it still makes sense; null when nothing was, or of another beginning (a newer return). */
export function readFormDraft(userId: string, start: FormStart): FormDraft | null {
  const kept = readDraft(FORM, userId)
  if (!isRecord(kept) || kept.of !== mark(start) || !isRecord(kept.typed)) return null
  const first = startValues(start)
  const lost = isRecord(kept.lost) ? kept.lost : {}
  return {
    values: { ...(likeOf(first, kept.typed) as FormValues), avatar: null, idCard: first.idCard },
    step: typeof kept.step === 'number' && kept.step in FORM_STEPS ? kept.step : 0,
    lost: { avatar: lost.avatar === true, idCard: lost.idCard === true },
  }
}

export const dropFormDraft = (userId: string) => dropDraft(FORM, userId)

/** Which beginning a draft belongs to: after the team returned a profile, what was typed before is of no use. */
const mark = ({ returned }: FormStart) => (returned ? String(returned.at) : '')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `first` with what fits of `kept`: storage can hold anything. */
function likeOf(first: unknown, kept: unknown): unknown {
  if (Array.isArray(first)) return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : first
  if (isRecord(first)) {
    if (!isRecord(kept)) return first
    return Object.fromEntries(Object.entries(first).map(([key, value]) => [key, likeOf(value, kept[key])]))
  }
  // Only numbers are ever null here.
  if (first === null || typeof first === 'number')
    return kept === null || Number.isInteger(kept) ? kept : first
  return typeof kept === typeof first ? kept : first
}
