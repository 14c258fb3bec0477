import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { UploadFailure, uploadFile } from '../../../platform/files/upload.ts'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import type { LawyersContract } from '../contract.ts'
import { lawyersQueries } from '../queries.ts'
import type { OwnProfile, UpdateProfileInput } from '../schema.ts'

export type SaveResult =
  | { ok: true; profile: OwnProfile }
  | { ok: false; failure: Failure; title: string | null }

/**
 * PRO-08, PRO-17: returns what uploads the photo, then saves all fields in one call. A retry reuses the uploaded
 * photo.
 */
export function useSaveProfile() {
  const api = rpc<LawyersContract>('lawyers')
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  const uploadedKeys = useRef(new WeakMap<Blob, string>())
  const unmountController = useRef<AbortController>(undefined)
  useEffect(() => {
    unmountController.current = new AbortController()
    return () => unmountController.current?.abort()
  }, [])

  const upload = async (photo: Blob) => {
    const knownKey = uploadedKeys.current.get(photo)
    if (knownKey) return knownKey
    const signal = unmountController.current?.signal
    const { key } = await uploadFile('avatars', photo, { ...(signal && { signal }) })
    uploadedKeys.current.set(photo, key)
    return key
  }

  return async (fields: UpdateProfileInput, photo: Blob | null): Promise<SaveResult> => {
    try {
      const avatar = photo && { avatarKey: await upload(photo) }
      const profile = await api.updateProfile({ ...fields, ...avatar })
      client.setQueryData(lawyersQueries(api).ownProfile.queryKey(), profile)
      // AUT-26: the navigation bar shows the new photo without a new login.
      announceSessionChange()
      await revalidate()
      return { ok: true, profile }
    } catch (error) {
      if (error instanceof UploadFailure) return uploadFailureResult(error)
      const failure = failureOf(error)
      // The file is missing or in use: upload it again on the next attempt.
      if (photo && 'avatarKey' in failure.fields) uploadedKeys.current.delete(photo)
      return { ok: false, failure, title: null }
    }
  }
}

/**
 * A problem of the picture itself keeps its own title (ONP-16); any other upload failure is a failed save.
 */
function uploadFailureResult({ status, title, message }: UploadFailure): SaveResult {
  const isFileProblem = [413, 415, 422].includes(status)
  const failure = { status, code: 'UPLOAD', message, fields: {}, reference: null, retryAfter: null }
  return { ok: false, failure, title: isFileProblem ? title : null }
}
