import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { MB } from '../../../platform/files/buckets.ts'
import { uploadFile } from '../../../platform/files/upload.ts'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { fileRefusal } from '../../../ui/fields/file-rules.ts'
import type { DocumentsContract } from '../contract.ts'
import { documentsQueries } from '../queries.ts'
import { DOCUMENT_ERRORS, MESSAGES } from '../schema.ts'

/** OPEN-45: checks before the upload. The server checks the file type by content. */
export const DOCUMENT_RULES = {
  types: ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.jpg', '.jpeg', '.png'],
  maxBytes: 20 * MB,
}

/** What an upload is, if not a new document. */
export interface UploadTarget {
  requestId?: string
  /** The document of which it is a new version. */
  replaces?: string
  /** Of the delivery that it continues. */
  deliveryId?: string
}

export interface Upload {
  id: string
  file: File
  /** Percent, 0 to 100. */
  progress: number
  problem: string | null
  canRetry: boolean
  /** Key of a file that is uploaded but not yet added as a document. */
  key: string | null
  target: UploadTarget & { deliveryId: string }
}

const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/i.test(type)

const FILE_ERRORS = { type: DOCUMENT_ERRORS.wrongType, size: DOCUMENT_ERRORS.tooLarge }

/**
 * CAS-17, CAS-23, CAS-24: uploads files to a case one at a time, also while other pages are shown; the
 * browser asks before the user leaves the application. A failed upload stays in the list.
 */
export function useUploads(caseId: string) {
  const client = useQueryClient()
  /** Toasts of the last batch only, because the list shows the error of each file. */
  const failureToasts = useFailureToast()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
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

  const update = (id: string, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const drop = (id: string) => {
    abortControllers.current.get(id)?.abort()
    abortControllers.current.delete(id)
    setUploads((all) => all.filter((one) => one.id !== id))
  }

  /** @returns whether the document was added */
  const send = async ({ id, file, key, target }: Upload): Promise<boolean> => {
    const signal = abortControllers.current.get(id)?.signal
    // Removed from the list while it was queued.
    if (!signal) return false
    try {
      const onProgress = (share: number) => update(id, { progress: share * 100 })
      const options = { resourceId: caseId, name: file.name, signal, onProgress }
      const uploadedKey = key ?? (await uploadFile('certificados', file, options)).key
      update(id, { key: uploadedKey, progress: 100 })
      const api = rpc<DocumentsContract>('workspace')
      const documents = await api.addDocument({ caseId, id, key: uploadedKey, ...target })
      const queryKey = documentsQueries(api).documents.queryKey({ input: { caseId } })
      client.setQueryData(queryKey, documents)
      // A concurrent response may be newer.
      void refetchQueries(client, { queryKey })
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

  const enqueue = (batch: readonly Upload[]) => {
    for (const { id } of batch) abortControllers.current.set(id, new AbortController())
    queue.current = queue.current.then(async () => {
      let anyAdded = false
      for (const upload of batch) anyAdded = (await send(upload)) || anyAdded
      if (anyAdded) toast({ kind: 'success', text: MESSAGES.uploaded })
    })
  }

  return {
    uploads,
    add(files: readonly File[], target: UploadTarget = {}) {
      failureToasts.dismiss()
      const deliveryId = target.deliveryId ?? uuidv4()
      const added = files.map((file): Upload => {
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
          target: { ...target, deliveryId },
        }
      })
      setUploads((all) => [...all, ...added])
      enqueue(added.filter(({ problem }) => problem === null))
    },
    retry(upload: Upload) {
      failureToasts.dismiss()
      update(upload.id, { problem: null, progress: 0 })
      enqueue([{ ...upload, problem: null }])
    },
    drop,
  }
}

export type UploadsState = ReturnType<typeof useUploads>
