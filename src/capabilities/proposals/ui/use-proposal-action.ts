import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import type { SubmitDialogProps } from '../../../site/forms/submit-dialog.tsx'
import type { ProposalsContract } from '../contract.ts'
import { PROPOSAL_TRANSITIONS, type ProposalEvent } from '../rules.ts'
import type { Proposal } from '../schema.ts'
import { cacheProposal, fetchFreshProposal } from './use-proposal.ts'

async function call(event: ProposalEvent, proposalId: string): Promise<Proposal | null> {
  const api = rpc<ProposalsContract>('proposals')
  if (event === 'accept') return (await api.accept({ proposalId })).proposal
  if (event === 'reject') return api.reject({ proposalId })
  await api.withdraw({ proposalId })
  return null
}

/** Calls the operation. If only its response was lost, the proposal read again has the event applied. */
async function apply(client: QueryClient, event: ProposalEvent, id: string): Promise<Proposal | null> {
  try {
    return await call(event, id)
  } catch (error) {
    const current = await fetchFreshProposal(client, id).catch(() => undefined)
    if (current === undefined || (current?.status ?? 'gone') !== PROPOSAL_TRANSITIONS[event].to) throw error
    return current
  }
}

/**
 * Accepts, rejects or withdraws a proposal (PRP-09 to PRP-13, OPEN-38). Accepting navigates to the case.
 * @param onApplied called after success
 * @returns what the dialog that asks for confirmation needs
 */
export function useProposalAction(event: ProposalEvent, proposalId: string, onApplied: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return {
    send: () => apply(client, event, proposalId),
    onDone(proposal) {
      cacheProposal(client, proposalId, proposal)
      onApplied()
      if (event === 'accept' && proposal?.case_id) void navigate(`/case/${proposal.case_id}`)
    },
    onFailure(failure) {
      const why = failureTextOf(failure)
      const { failureMessage } = PROPOSAL_TRANSITIONS[event]
      return failure.reason === 'PROPOSAL_UNCHANGED' ? why : `${failureMessage} ${why}`
    },
    closesOn: [403, 404, 409],
  } satisfies Partial<SubmitDialogProps<Proposal | null>>
}
