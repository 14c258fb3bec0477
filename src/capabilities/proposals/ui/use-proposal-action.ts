import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { useSubmitOnce } from '../../cases/ui/use-submit-once.ts'
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

/** Whether a proposal already has the status that the event leads to. */
const isApplied = (event: ProposalEvent, proposal: Proposal | null) =>
  (proposal?.status ?? 'gone') === PROPOSAL_TRANSITIONS[event].to

/**
 * Accepts, rejects or withdraws a proposal (PRP-09 to PRP-13, OPEN-38). Accepting navigates to the case.
 * After a failed request it refetches the proposal: if the event was applied and only the response was lost,
 * that counts as success.
 * @param open whether the dialog is open; double clicks send one request per opening
 * @param onDone called when the dialog can close: after success, and after an error that a retry cannot fix
 * @param onAnswered called after success
 */
export function useProposalAction(
  proposalId: string,
  open: boolean,
  onDone: () => void,
  onAnswered?: (event: ProposalEvent) => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toasts = useFailureToast()
  const [problem, setProblem] = useState<string | null>(null)
  const { once, pending } = useSubmitOnce(open)

  const done = (event: ProposalEvent, proposal: Proposal | null) => {
    onDone()
    cacheProposal(client, proposalId, proposal)
    onAnswered?.(event)
    if (event === 'accept' && proposal?.case_id) void navigate(`/case/${proposal.case_id}`)
    return 'over' as const
  }

  const send = async (event: ProposalEvent) => {
    toasts.dismiss()
    setProblem(null)
    try {
      return done(event, await call(event, proposalId))
    } catch (error) {
      const failure = failureOf(error)
      const current = await fetchFreshProposal(client, proposalId).catch(() => undefined)
      if (current !== undefined && isApplied(event, current)) return done(event, current)
      const why = failureTextOf(failure)
      const text =
        failure.reason === 'PROPOSAL_UNCHANGED' ? why : `${PROPOSAL_TRANSITIONS[event].failureMessage} ${why}`
      toasts.show({ text })
      if ([403, 404, 409].includes(failure.status)) {
        onDone()
        return 'over'
      }
      setProblem(text)
      return 'again'
    }
  }

  const run = (event: ProposalEvent) => void once(() => send(event))

  return { run, pending, problem, clearProblem: () => setProblem(null) }
}
