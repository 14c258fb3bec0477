import { useQueryClient } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { useUploadOnce } from '../../../site/forms/use-upload-once.ts'
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
  const { upload, forget } = useUploadOnce()

  return async (fields: UpdateProfileInput, photo: Blob | null): Promise<OwnProfile> => {
    try {
      const avatar = photo && { avatarKey: await upload('avatars', photo) }
      const profile = await api.updateProfile({ ...fields, ...avatar })
      client.setQueryData(lawyersQueries(api).ownProfile.queryKey(), profile)
      // AUT-26: the navigation bar shows the new photo without a new login.
      announceSessionChange()
      await revalidate()
      return profile
    } catch (error) {
      // The file is missing or in use: upload it again on the next attempt.
      if (photo && 'avatarKey' in failureOf(error).fields) forget(photo)
      throw error
    }
  }
}
