import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { UploadFailure, uploadFile } from '../../../platform/files/upload.ts'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { sessionChanged } from '../../../platform/rpc/session-change.ts'
import type { LawyersContract } from '../contract.ts'
import { lawyersQueries } from '../queries.ts'
import type { OwnProfile, UpdateProfileInput } from '../schema.ts'

export type Saved = { ok: true; profile: OwnProfile } | { ok: false; failure: Failure; title: string | null }

/**
 * PRO-08, PRO-17: the photo goes to its bucket first, then everything is saved at once. A photo that arrived is not
 * sent again by the next try.
 */
export function useProfileSaving() {
  const queries = lawyersQueries(rpc<LawyersContract>('lawyers'))
  const update = useMutation(queries.updateProfile.mutationOptions())
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  const arrived = useRef(new WeakMap<Blob, string>())
  const [sending, setSending] = useState(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current?.abort()
  }, [])

  const upload = async (photo: Blob) => {
    const before = arrived.current.get(photo)
    if (before) return before
    const signal = leaving.current?.signal
    const { key } = await uploadFile('avatars', photo, { ...(signal && { signal }) })
    arrived.current.set(photo, key)
    return key
  }

  const save = async (fields: UpdateProfileInput, photo: Blob | null): Promise<Saved> => {
    setSending(true)
    try {
      const avatar = photo && { avatarKey: await upload(photo) }
      const profile = await update.mutateAsync({ ...fields, ...avatar })
      client.setQueryData(queries.ownProfile.queryKey(), profile)
      // AUT-26: the bar shows the new photo without a new login.
      sessionChanged()
      await revalidate()
      return { ok: true, profile }
    } catch (error) {
      if (error instanceof UploadFailure) return refusedUpload(error)
      const failure = failureOf(error)
      // The file is gone or in use elsewhere: the next try brings it again.
      if (photo && 'avatarKey' in failure.fields) arrived.current.delete(photo)
      return { ok: false, failure, title: null }
    } finally {
      setSending(false)
    }
  }
  return { pending: sending, save }
}

/** What is wrong with the picture itself is said in its own words (ONP-16); the way's troubles are a save that failed. */
function refusedUpload({ status, title, message }: UploadFailure): Saved {
  const own = [413, 415, 422].includes(status)
  const failure = { status, code: 'UPLOAD', message, fields: {}, reference: null, retryAfter: null }
  return { ok: false, failure, title: own ? title : null }
}
