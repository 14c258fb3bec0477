import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Bucket } from '../../../platform/files/buckets.ts'
import { UploadFailure, uploadFile } from '../../../platform/files/upload.ts'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import type { OnboardingContract } from '../contract.ts'
import { notNotified, type Stage, type SubmitInput, stageFailed } from '../schema.ts'
import { type FormValues, ON_FILE, sentFields } from './form-values.ts'

/** Why a submission did not come through: ready to show (ONP-44 to ONP-51). */
export interface SubmissionFailure {
  message: string
  /** Spanish text per field of the input (422, 409). */
  fields: Record<string, string>
}

export type SubmissionOutcome =
  | { sent: true /** ONP-50: why nobody could be told; null when they were. */; notice: string | null }
  | { sent: false; failure: SubmissionFailure }

/** What is being done, for the line above the buttons. */
export interface SubmissionProgress {
  label: string
  /** 0 to 100; without it nobody knows. */
  value?: number
}

const calls = () => rpc<OnboardingContract>('onboarding')
const STOPPED = 'The form was left.'
/** Statuses of a file that is too large, of another type or cannot be read. */
const WRONG_FILE = [413, 415, 422]

/**
 * ONP-40 to ONP-52: uploads, submits and tells the administrators, one after the other. What was uploaded is not
 * uploaded again by the next try. A second call while one is under way answers null.
 */
export function useSubmission() {
  const [progress, setProgress] = useState<SubmissionProgress | null>(null)
  const { revalidate } = useRevalidator()
  const uploaded = useRef(new WeakMap<Blob, string>())
  const leaving = useRef<AbortController>(undefined)
  const busy = useRef(false)
  /** The answer of the last try was lost: it may have been done. */
  const unsure = useRef(false)
  useEffect(() => {
    const left = new AbortController()
    leaving.current = left
    return () => left.abort(STOPPED)
  }, [])

  const upload = async (bucket: Bucket, file: Blob, label: string) => {
    const before = uploaded.current.get(file)
    if (before) return before
    setProgress({ label, value: 0 })
    const { key } = await uploadFile(bucket, file, {
      ...(file instanceof File && { name: file.name }),
      ...(leaving.current && { signal: leaving.current.signal }),
      onProgress: (share) => setProgress({ label, value: share * 100 }),
    })
    uploaded.current.set(file, key)
    return key
  }

  /** One file of a stage: its key, or the failure that says so. */
  const stage = async (name: Stage, work: () => Promise<string>) => {
    try {
      return { key: await work() }
    } catch (error) {
      if (leaving.current?.signal.aborted) throw error
      const { message } = error as Error
      // Another try with the same file would end the same way: the field asks for another one.
      const wrongFile =
        name === 'idCard' && error instanceof UploadFailure && WRONG_FILE.includes(error.status)
      return {
        failure: { message: stageFailed(name, message), fields: wrongFile ? { idCardKey: message } : {} },
      }
    }
  }

  const notify = async (): Promise<string | null> => {
    try {
      await calls().notifyAdmin()
      return null
    } catch (error) {
      const { message, status } = failureOf(error)
      // The server's own refusals are whole sentences already.
      return message.startsWith(NOTICE) ? message : notNotified(status === 0 ? NOT_REACHED : message)
    }
  }

  const send = async (values: FormValues): Promise<SubmissionOutcome> => {
    const keys: Pick<SubmitInput, 'avatarKey' | 'idCardKey'> = {}
    const { avatar, idCard } = values
    if (avatar) {
      const done = await stage('avatar', () => upload('avatars', avatar, 'Subiendo tu foto de perfil…'))
      if (done.failure) return { sent: false, failure: done.failure }
      keys.avatarKey = done.key
    }
    if (idCard && idCard !== ON_FILE) {
      const done = await stage('idCard', () =>
        upload('identidad', idCard, 'Subiendo tu carnet de identidad…'),
      )
      if (done.failure) return { sent: false, failure: done.failure }
      keys.idCardKey = done.key
    }
    setProgress({ label: 'Enviando tu perfil a revisión…' })
    try {
      await calls().submit({ ...sentFields(values), ...keys })
    } catch (error) {
      const failure = failureOf(error)
      // Without an answer it may have been done: only a profile in review has anything to tell the team.
      if (failure.status === 0 && (await notify()) === null) return { sent: true, notice: null }
      const done = failure.status === 409 && unsure.current && Object.keys(failure.fields).length === 0
      unsure.current = failure.status === 0
      if (!done) return { sent: false, failure: refused(failure, values) }
    }
    setProgress({ label: 'Avisando al equipo…' })
    return { sent: true, notice: await notify() }
  }

  const refused = (failure: Failure, { avatar, idCard }: FormValues): SubmissionFailure => {
    // A file that the server no longer has is uploaded anew by the next try.
    if (avatar && 'avatarKey' in failure.fields) uploaded.current.delete(avatar)
    if (idCard && idCard !== ON_FILE && 'idCardKey' in failure.fields) uploaded.current.delete(idCard)
    // Not this lawyer's step any more: the guard knows where they belong.
    if ([403, 409].includes(failure.status) && Object.keys(failure.fields).length === 0) {
      sessionChanged()
      void revalidate()
    }
    const reference = failure.reference ? ` (${failure.reference.slice(0, 8)})` : ''
    return { message: sayingOf(failure) + reference, fields: failure.fields }
  }

  return {
    progress,
    submit: async (values: FormValues): Promise<SubmissionOutcome | null> => {
      if (busy.current) return null
      busy.current = true
      try {
        return await send(values)
      } catch (error) {
        if (leaving.current?.signal.aborted) return null
        throw error
      } finally {
        busy.current = false
        setProgress(null)
      }
    },
  }
}

const NOTICE = 'Error al notificar al administrador'
const NOT_REACHED = 'No hay conexión con Amparo.'
