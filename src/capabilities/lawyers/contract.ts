import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  colleaguesInput,
  colleaguesOutput,
  lawyerIdInput,
  ownProfile,
  publicLawyer,
  updateProfileInput,
} from './schema.ts'

const { get, post } = operationsOf('lawyers')

export const lawyersContract = {
  ownProfile: get('/lawyers/own-profile', 'My professional profile').input(noInput).output(ownProfile),
  updateProfile: post(
    '/lawyers/update-profile',
    'Changes price, description, phone, address and photo of my professional profile',
  )
    .input(updateProfileInput)
    .output(ownProfile),
  publicProfile: get(
    '/lawyers/{id}',
    'What everybody may see of a verified lawyer; a lawyer also sees their own profile',
  )
    .input(lawyerIdInput)
    .output(publicLawyer),
  colleagues: get('/lawyers/colleagues', 'Verified lawyers but me, by name (verified lawyers)')
    .input(colleaguesInput)
    .output(colleaguesOutput),
}

export type LawyersContract = typeof lawyersContract
