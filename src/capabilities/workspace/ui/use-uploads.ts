import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MB } from '../../../platform/files/buckets.ts'
import { UploadFailure, uploadFile } from '../../../platform/files/upload.ts'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { fileRefusal } from '../../../ui/file-rules.ts'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import type { WorkspaceContract } from '../contract.ts'
import { workspaceQueries } from '../queries.ts'
import { DOCUMENT_TEXTS, MESSAGES } from '../schema.ts'

/** OPEN-45: what may be chosen; what a file is the server finds out in its content. */
export const DOCUMENT_RULES = {
  types: ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.jpg', '.jpeg', '.png'],
  maxBytes: 20 * MB,
}

export interface Upload {
  id: string
  file: File
  /** 0 to 100. */
  progress: number
  /** Why it did not arrive. */
  problem: string | null
  /** Whether another try may help. */
  again: boolean
  /** Of a file that has arrived and is not yet a document. */
  key: string | null
}

const REFUSED = { type: DOCUMENT_TEXTS.wrongType, size: DOCUMENT_TEXTS.tooLarge }

/**
 * CAS-17, CAS-23, CAS-24: files on their way to a case, one after the other, whichever tab of the case is open and also
 * when the person goes on to another page; the browser asks before the house itself is left. What failed stays in the
 * list with its reason.
 */
export function useUploads(caseId: string) {
  const client = useQueryClient()
  /** Of the files that were chosen or sent again last: the list says of each why it did not arrive. */
  const failed = useFailureToast()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const line = useRef<Promise<void>>(Promise.resolve())
  /** By id: breaks off what has not arrived yet. */
  const brakes = useRef(new Map<string, AbortController>())
  const busy = uploads.some(({ problem }) => problem === null)
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [busy])

  const change = (id: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const drop = (id: string) => {
    brakes.current.get(id)?.abort()
    brakes.current.delete(id)
    setUploads((all) => all.filter((one) => one.id !== id))
  }

  /** @returns whether it is a document now */
  const send = async ({ id, file, key }: Upload): Promise<boolean> => {
    const signal = brakes.current.get(id)?.signal
    // Taken back while others were on their way.
    if (!signal) return false
    try {
      const arrived =
        key ??
        (
          await uploadFile('certificados', file, {
            thing: caseId,
            name: file.name,
            signal,
            onProgress: (share) => change(id, { progress: share * 100 }),
          })
        ).key
      change(id, { key: arrived, progress: 100 })
      const calls = rpc<WorkspaceContract>('workspace')
      const documents = await calls.addDocument({ caseId, key: arrived })
      const queryKey = workspaceQueries(calls).documents.queryKey({ input: { caseId } })
      client.setQueryData(queryKey, documents)
      // Another answer that was read meanwhile may have seen more.
      void readAnew(client, { queryKey })
      drop(id)
      return true
    } catch (error) {
      if (signal.aborted) return false
      const late = error instanceof UploadFailure ? null : failureOf(error)
      const text = late ? sayingOf(late) : (error as UploadFailure).message
      const status = late ? late.status : (error as UploadFailure).status
      // A file that was refused once is refused again; what was lost on the way need not be.
      const again = ![404, 413, 415, 422].includes(status)
      change(id, { problem: text, again, ...(late?.status === 409 && { key: null }) })
      failed.add({ text })
      return false
    }
  }

  const follow = (wanted: readonly Upload[]) => {
    for (const { id } of wanted) brakes.current.set(id, new AbortController())
    line.current = line.current.then(async () => {
      let done = false
      for (const upload of wanted) done = (await send(upload)) || done
      if (done) toast({ kind: 'success', text: MESSAGES.uploaded })
    })
  }

  return {
    uploads,
    add(files: readonly File[]) {
      failed.takeBack()
      const fresh = files.map((file): Upload => {
        const refusal = fileRefusal(file, DOCUMENT_RULES)
        if (refusal) failed.add({ title: REFUSED[refusal].title, text: REFUSED[refusal].message })
        const problem = refusal && REFUSED[refusal].message
        return { id: crypto.randomUUID(), file, progress: 0, problem, again: false, key: null }
      })
      setUploads((all) => [...all, ...fresh])
      follow(fresh.filter(({ problem }) => problem === null))
    },
    retry(upload: Upload) {
      failed.takeBack()
      change(upload.id, { problem: null, progress: 0 })
      follow([{ ...upload, problem: null }])
    },
    drop,
  }
}

export type Uploads = ReturnType<typeof useUploads>
