import { base } from '../../platform/rpc/contract.ts'
import {
  colleaguesInput,
  colleaguesOutput,
  lawyerIdInput,
  noInput,
  ownProfile,
  publicLawyer,
  updateProfileInput,
} from './schema.ts'

const tags = ['lawyers']

export const lawyersContract = {
  ownProfile: base
    .route({ method: 'GET', path: '/lawyers/own-profile', tags, summary: 'My professional profile' })
    .input(noInput)
    .output(ownProfile),
  updateProfile: base
    .route({
      method: 'POST',
      path: '/lawyers/update-profile',
      tags,
      summary: 'Changes price, description, phone, address and photo of my professional profile',
    })
    .input(updateProfileInput)
    .output(ownProfile),
  publicProfile: base
    .route({
      method: 'GET',
      path: '/lawyers/{id}',
      tags,
      summary: 'What everybody may see of a verified lawyer; a lawyer also sees their own profile',
    })
    .input(lawyerIdInput)
    .output(publicLawyer),
  colleagues: base
    .route({
      method: 'GET',
      path: '/lawyers/colleagues',
      tags,
      summary: 'Verified lawyers but me, by name (verified lawyers)',
    })
    .input(colleaguesInput)
    .output(colleaguesOutput),
}

export type LawyersContract = typeof lawyersContract
