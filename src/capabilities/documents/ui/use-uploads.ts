import { useEffect, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { MB } from '../../../platform/files/buckets.ts'
import { uploadFile } from '../../../platform/files/upload.ts'
import { failureOf } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { fileRefusal } from '../../../ui/fields/file-rules.ts'
import { DOCUMENT_ERRORS, MESSAGES } from '../schema.ts'
import { FILE_EXTENSIONS } from './accepted-files.ts'

/** OPEN-45: checks before the upload. The server checks the file type by content. */
export const DOCUMENT_RULES = {
  types: FILE_EXTENSIONS,
  maxBytes: 20 * MB,
}

/** Where uploads go, and what adds an uploaded file there. */
export interface UploadDestination<Target> {
  /** In the URL of the upload. */
  resourceOf(target: Target): string
  add(file: { id: string; key: string; target: Target }): Promise<void>
  /** Said once the files that were chosen at once are added; null: nothing. */
  added: string | null
}

export interface Upload<Target> {
  id: string
  file: File
  /** Percent, 0 to 100. */
  progress: number
  problem: string | null
  canRetry: boolean
  /** Key of a file that is uploaded but not yet added as a document. */
  key: string | null
  target: Target
}

const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/i.test(type)

const FILE_ERRORS = { type: DOCUMENT_ERRORS.wrongType, size: DOCUMENT_ERRORS.tooLarge }

/**
 * CAS-17, CAS-23, CAS-24, SEG-18 to SEG-20: uploads files one at a time, also while other parts of the page are shown; the
 * browser asks before the user leaves the application. A failed upload stays in the list.
 */
export function useUploads<Target>(destination: UploadDestination<Target>) {
  /** Toasts of the last batch only, because the list shows the error of each file. */
  const failureToasts = useFailureToast()
  const [uploads, setUploads] = useState<readonly Upload<Target>[]>([])
  /** Settles after the last queued upload. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  /** By id of the upload. */
  const abortControllers = useRef(new Map<string, AbortController>())
  const isUploading = uploads.some(({ problem }) => problem === null)
  useEffect(() => {
    if (!isUploading) return
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeaving)
    return () => removeEventListener('beforeunload', confirmLeaving)
  }, [isUploading])

  const update = (id: string, change: Partial<Upload<Target>>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const drop = (id: string) => {
    abortControllers.current.get(id)?.abort()
    abortControllers.current.delete(id)
    setUploads((all) => all.filter((one) => one.id !== id))
  }

  /** @returns whether the file was added */
  const send = async ({ id, file, key, target }: Upload<Target>): Promise<boolean> => {
    const signal = abortControllers.current.get(id)?.signal
    // Removed from the list while it was queued.
    if (!signal) return false
    try {
      const onProgress = (share: number) => update(id, { progress: share * 100 })
      const options = { resourceId: destination.resourceOf(target), name: file.name, signal, onProgress }
      const uploadedKey = key ?? (await uploadFile('certificados', file, options)).key
      update(id, { key: uploadedKey, progress: 100 })
      await destination.add({ id, key: uploadedKey, target })
      drop(id)
      return true
    } catch (error) {
      if (signal.aborted) return false
      const failure = failureOf(error)
      const text = failure.status === 0 ? MESSAGES.notSent : failureTextOf(failure)
      // A refused file would be refused again; other errors may be temporary.
      const canRetry = ![404, 413, 415, 422].includes(failure.status)
      update(id, { problem: text, canRetry, ...(failure.status === 409 && { key: null }) })
      failureToasts.add({ text })
      return false
    }
  }

  const enqueue = (batch: readonly Upload<Target>[]) => {
    for (const { id } of batch) abortControllers.current.set(id, new AbortController())
    queue.current = queue.current.then(async () => {
      let anyAdded = false
      for (const upload of batch) anyAdded = (await send(upload)) || anyAdded
      if (anyAdded && destination.added) toast({ kind: 'success', text: destination.added })
    })
  }

  return {
    uploads,
    add(files: readonly File[], target: Target) {
      failureToasts.dismiss()
      const added = files.map((file): Upload<Target> => {
        const refusal = fileRefusal(file, DOCUMENT_RULES)
        const error = isHeic(file) ? DOCUMENT_ERRORS.heic : refusal && FILE_ERRORS[refusal]
        if (error) failureToasts.add({ title: error.title, text: error.message })
        const problem = error?.message ?? null
        return {
          id: uuidv4(),
          file,
          progress: 0,
          problem,
          canRetry: false,
          key: null,
          target,
        }
      })
      setUploads((all) => [...all, ...added])
      enqueue(added.filter(({ problem }) => problem === null))
    },
    retry(upload: Upload<Target>) {
      failureToasts.dismiss()
      update(upload.id, { problem: null, progress: 0 })
      enqueue([{ ...upload, problem: null }])
    },
    drop,
  }
}
