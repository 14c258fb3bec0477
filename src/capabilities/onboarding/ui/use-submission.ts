import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { UploadFailure } from '../../../platform/files/upload.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { failureTextOf, withReference } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { useUploadOnce } from '../../../site/forms/use-upload-once.ts'
import type { OnboardingContract } from '../contract.ts'
import { notifyErrorText, stageErrorText } from '../schema.ts'
import { type FormValues, ON_FILE, toSubmitInput } from './form-values.ts'

export interface SubmissionProgress {
  label: string
  /** Percent, 0 to 100; omitted if unknown. */
  value?: number
}

const api = () => rpc<OnboardingContract>('onboarding')
const UPLOADS = {
  avatar: { bucket: 'avatars', label: 'Subiendo tu foto de perfil…' },
  idCard: { bucket: 'identidad', label: 'Subiendo tu carnet de identidad…' },
} as const
/** HTTP statuses of a file that is too large, of the wrong type or unreadable. */
const FILE_PROBLEM_STATUSES = [413, 415, 422]

export interface SubmissionOptions {
  /** @param notice ONP-50: why the administrators could not be notified; null if they were */
  onSent(notice: string | null): void
  /** Called after a failure (ONP-44 to ONP-51). @param fields a text per input field, or per form field */
  onFailed(fields: Record<string, string>): void
}

/**
 * ONP-40 to ONP-52: uploads the files, submits the form and notifies the administrators, in this order. A
 * retry does not upload a file again.
 */
export function useSubmission({ onSent, onFailed }: SubmissionOptions) {
  const [progress, setProgress] = useState<SubmissionProgress | null>(null)
  const { revalidate } = useRevalidator()
  const uploads = useUploadOnce()
  /** The last attempt got no answer, so it may have succeeded. */
  const isOutcomeUnknown = useRef(false)
  const upload = (stage: 'avatar' | 'idCard', file: Blob): Promise<string> => {
    const { bucket, label } = UPLOADS[stage]
    const showProgress = (share: number) => setProgress({ label, value: share * 100 })
    return uploads.upload(bucket, file, showProgress).catch((error: UploadFailure) => {
      const { title, status, message } = error
      // A retry with the same file would fail again, so let the field ask for another one.
      const isWrongFile = stage === 'idCard' && FILE_PROBLEM_STATUSES.includes(status)
      const fields = isWrongFile ? { idCard: message } : {}
      throw new UploadFailure(title, stageErrorText(stage, message), status, fields)
    })
  }

  const notify = async (): Promise<string | null> => {
    try {
      await api().notifyAdmin()
      return null
    } catch (error) {
      const { message, reason, status } = failureOf(error)
      // This refusal is already in these words.
      if (reason === 'ADMINS_NOT_NOTIFIED') return message
      return notifyErrorText(status === 0 ? NOT_REACHED : message)
    }
  }

  /** @returns why the administrators could not be notified, or null */
  const send = async (values: FormValues): Promise<string | null> => {
    const { avatar, idCard } = values
    const keys = {
      ...(avatar && { avatarKey: await upload('avatar', avatar) }),
      ...(idCard && idCard !== ON_FILE && { idCardKey: await upload('idCard', idCard) }),
    }
    setProgress({ label: 'Enviando tu perfil a revisión…' })
    try {
      await api().submit({ ...toSubmitInput(values), ...keys })
    } catch (error) {
      const { status, fields } = failureOf(error)
      // No answer: it may have succeeded. notifyAdmin succeeds only for a profile in review, so it tells.
      if (status === 0 && (await notify()) === null) return null
      const isSent = status === 409 && isOutcomeUnknown.current && Object.keys(fields).length === 0
      isOutcomeUnknown.current = status === 0
      if (!isSent) {
        // The server no longer has this file: upload it again on the next attempt.
        if (avatar && 'avatarKey' in fields) uploads.forget(avatar)
        if (idCard && idCard !== ON_FILE && 'idCardKey' in fields) uploads.forget(idCard)
        throw error
      }
    }
    setProgress({ label: 'Avisando al equipo…' })
    return notify()
  }

  const submission = useSubmit((values: FormValues) => send(values).finally(() => setProgress(null)), {
    onDone: onSent,
    onFailure(failure) {
      // The lawyer is no longer on this step: the route guard redirects.
      if ([403, 409].includes(failure.status) && Object.keys(failure.fields).length === 0) {
        announceSessionChange()
        void revalidate()
      }
      onFailed(failure.fields)
      return withReference(failureTextOf(failure), failure.reference)
    },
    toast: 'Error Inesperado',
  })
  return { ...submission, progress }
}

const NOT_REACHED = 'No hay conexión con Amparo.'
