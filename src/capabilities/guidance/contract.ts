import { operationsOf } from '../../platform/rpc/contract.ts'
import { helpInput, helpOutput } from './schema.ts'

const { get } = operationsOf('guidance')

export const guidanceContract = {
  help: get(
    '/guidance/help',
    'Institutions that help for free, by specialty and commune; nothing of the question is kept',
  )
    .input(helpInput)
    .output(helpOutput),
}

export type GuidanceContract = typeof guidanceContract
