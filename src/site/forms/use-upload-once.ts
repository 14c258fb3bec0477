import { useEffect, useRef } from 'react'
import type { Bucket } from '../../platform/files/buckets.ts'
import { UploadFailure, uploadFile } from '../../platform/files/upload.ts'

/**
 * Uploads the files of a form: a retry reuses the key of a file that was uploaded before. Leaving the page
 * aborts an upload, and its promise never settles, because nothing waits for it.
 * @param grant of somebody without an account
 * @returns `forget`: uploads a file again the next time, because the server no longer has it
 */
export function useUploadOnce(grant?: string) {
  const keys = useRef(new WeakMap<Blob, string>())
  const controller = useRef<AbortController>(undefined)
  useEffect(() => {
    controller.current = new AbortController()
    return () => controller.current?.abort()
  }, [])
  const upload = async (
    bucket: Bucket,
    file: Blob,
    onProgress?: (fraction: number) => void,
  ): Promise<string> => {
    const knownKey = keys.current.get(file)
    if (knownKey) return knownKey
    onProgress?.(0)
    const { key } = await uploadFile(bucket, file, {
      ...(file instanceof File && { name: file.name }),
      ...(grant !== undefined && { grant }),
      ...(controller.current && { signal: controller.current.signal }),
      ...(onProgress && { onProgress }),
    }).catch((error: unknown) => {
      if (error instanceof UploadFailure) throw error
      return new Promise<never>(() => {})
    })
    keys.current.set(file, key)
    return key
  }
  return { upload, forget: (file: Blob) => keys.current.delete(file) }
}
