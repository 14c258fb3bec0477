import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { uploadFile } from '../../../platform/files/upload.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import type { LawyersContract } from '../contract.ts'
import { lawyersQueries } from '../queries.ts'
import type { OwnProfile, UpdateProfileInput } from '../schema.ts'

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

  return async (fields: UpdateProfileInput, photo: Blob | null): Promise<OwnProfile> => {
    try {
      const avatar = photo && { avatarKey: await upload(photo) }
      const profile = await api.updateProfile({ ...fields, ...avatar })
      client.setQueryData(lawyersQueries(api).ownProfile.queryKey(), profile)
      // AUT-26: the navigation bar shows the new photo without a new login.
      announceSessionChange()
      await revalidate()
      return profile
    } catch (error) {
      // The file is missing or in use: upload it again on the next attempt.
      if (photo && 'avatarKey' in failureOf(error).fields) uploadedKeys.current.delete(photo)
      throw error
    }
  }
}
