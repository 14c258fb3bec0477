import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Bucket } from '../../../platform/files/buckets.ts'
import { UploadFailure, uploadFile } from '../../../platform/files/upload.ts'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { failureTextOf, withReference } from '../../../site/forms/failure-text.ts'
import type { OnboardingContract } from '../contract.ts'
import { notifyErrorText, type SubmissionStage, type SubmitInput, stageErrorText } from '../schema.ts'
import { type FormValues, ON_FILE, toSubmitInput } from './form-values.ts'

/** Why a submission failed, in displayable texts (ONP-44 to ONP-51). */
export interface SubmissionFailure {
  message: string
  /** Spanish error text by input field (422, 409). */
  fields: Record<string, string>
}

export type SubmissionOutcome =
  | {
      sent: true /** ONP-50: why the administrators could not be notified; null if they were. */
      notice: string | null
    }
  | { sent: false; failure: SubmissionFailure }

/** Progress shown above the buttons. */
export interface SubmissionProgress {
  label: string
  /** Percent, 0 to 100; omitted if unknown. */
  value?: number
}

const api = () => rpc<OnboardingContract>('onboarding')
const ABORT_REASON = 'The form was left.'
/** HTTP statuses of a file that is too large, of the wrong type or unreadable. */
const FILE_PROBLEM_STATUSES = [413, 415, 422]

/**
 * ONP-40 to ONP-52: uploads the files, submits the form and notifies the administrators, in this order. A
 * retry does not upload a file again. A call during another one returns null.
 */
export function useSubmission() {
  const [progress, setProgress] = useState<SubmissionProgress | null>(null)
  const { revalidate } = useRevalidator()
  const uploaded = useRef(new WeakMap<Blob, string>())
  const unmountController = useRef<AbortController>(undefined)
  const isBusy = useRef(false)
  /** The last attempt got no answer, so it may have succeeded. */
  const isOutcomeUnknown = useRef(false)
  useEffect(() => {
    const controller = new AbortController()
    unmountController.current = controller
    return () => controller.abort(ABORT_REASON)
  }, [])

  const upload = async (bucket: Bucket, file: Blob, label: string) => {
    const knownKey = uploaded.current.get(file)
    if (knownKey) return knownKey
    setProgress({ label, value: 0 })
    const { key } = await uploadFile(bucket, file, {
      ...(file instanceof File && { name: file.name }),
      ...(unmountController.current && { signal: unmountController.current.signal }),
      onProgress: (share) => setProgress({ label, value: share * 100 }),
    })
    uploaded.current.set(file, key)
    return key
  }

  /** Runs an upload stage. Gives the key of the file, or the failure. */
  const runUpload = async (name: SubmissionStage, work: () => Promise<string>) => {
    try {
      return { key: await work() }
    } catch (error) {
      if (unmountController.current?.signal.aborted) throw error
      const { message } = error as Error
      // A retry with the same file would fail again, so let the field ask for another one.
      const wrongFile =
        name === 'idCard' && error instanceof UploadFailure && FILE_PROBLEM_STATUSES.includes(error.status)
      return {
        failure: { message: stageErrorText(name, message), fields: wrongFile ? { idCardKey: message } : {} },
      }
    }
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

  const send = async (values: FormValues): Promise<SubmissionOutcome> => {
    const keys: Pick<SubmitInput, 'avatarKey' | 'idCardKey'> = {}
    const { avatar, idCard } = values
    if (avatar) {
      const done = await runUpload('avatar', () => upload('avatars', avatar, 'Subiendo tu foto de perfil…'))
      if (done.failure) return { sent: false, failure: done.failure }
      keys.avatarKey = done.key
    }
    if (idCard && idCard !== ON_FILE) {
      const done = await runUpload('idCard', () =>
        upload('identidad', idCard, 'Subiendo tu carnet de identidad…'),
      )
      if (done.failure) return { sent: false, failure: done.failure }
      keys.idCardKey = done.key
    }
    setProgress({ label: 'Enviando tu perfil a revisión…' })
    try {
      await api().submit({ ...toSubmitInput(values), ...keys })
    } catch (error) {
      const failure = failureOf(error)
      // No answer: it may have succeeded. notifyAdmin succeeds only for a profile in review, so it tells.
      if (failure.status === 0 && (await notify()) === null) return { sent: true, notice: null }
      const done =
        failure.status === 409 && isOutcomeUnknown.current && Object.keys(failure.fields).length === 0
      isOutcomeUnknown.current = failure.status === 0
      if (!done) return { sent: false, failure: toFailure(failure, values) }
    }
    setProgress({ label: 'Avisando al equipo…' })
    return { sent: true, notice: await notify() }
  }

  const toFailure = (failure: Failure, { avatar, idCard }: FormValues): SubmissionFailure => {
    // The server no longer has this file: upload it again on the next attempt.
    if (avatar && 'avatarKey' in failure.fields) uploaded.current.delete(avatar)
    if (idCard && idCard !== ON_FILE && 'idCardKey' in failure.fields) uploaded.current.delete(idCard)
    // The lawyer is no longer on this step: the route guard redirects.
    if ([403, 409].includes(failure.status) && Object.keys(failure.fields).length === 0) {
      announceSessionChange()
      void revalidate()
    }
    return { message: withReference(failureTextOf(failure), failure.reference), fields: failure.fields }
  }

  return {
    progress,
    submit: async (values: FormValues): Promise<SubmissionOutcome | null> => {
      if (isBusy.current) return null
      isBusy.current = true
      try {
        return await send(values)
      } catch (error) {
        if (unmountController.current?.signal.aborted) return null
        throw error
      } finally {
        isBusy.current = false
        setProgress(null)
      }
    },
  }
}

const NOT_REACHED = 'No hay conexión con Amparo.'
