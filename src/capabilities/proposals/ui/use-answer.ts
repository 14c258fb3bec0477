import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import { useOnce } from '../../cases/ui/use-once.ts'
import type { ProposalsContract } from '../contract.ts'
import { PROPOSAL_MOVES, type ProposalEvent } from '../rules.ts'
import type { Proposal } from '../schema.ts'
import { askForCard, keepCard } from './use-card.ts'

async function act(event: ProposalEvent, proposalId: string): Promise<Proposal | null> {
  const calls = rpc<ProposalsContract>('proposals')
  if (event === 'accept') return (await calls.accept({ proposalId })).proposal
  if (event === 'reject') return calls.reject({ proposalId })
  await calls.withdraw({ proposalId })
  return null
}

/** Whether a proposal stands where an event leads. */
const arrived = (event: ProposalEvent, proposal: Proposal | null) =>
  (proposal?.status ?? 'gone') === PROPOSAL_MOVES[event].to

/**
 * Accepts, rejects or withdraws a proposal (PRP-09 to PRP-13, OPEN-38). Acceptance goes on to its case. Of a refusal the
 * card shows what has become of the proposal; where only the answer was lost on its way, nothing has failed.
 * @param open whether it is asked about: each question is answered once, however quickly it is pressed
 * @param onDone there is nothing left to ask, whatever came of it
 * @param onAnswered it stands where it was meant to
 */
export function useAnswer(
  proposalId: string,
  open: boolean,
  onDone: () => void,
  onAnswered?: (event: ProposalEvent) => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toasts = useFailureToast()
  const [problem, setProblem] = useState<string | null>(null)
  const { once, pending } = useOnce(open)

  const done = (event: ProposalEvent, proposal: Proposal | null) => {
    onDone()
    keepCard(client, proposalId, proposal)
    onAnswered?.(event)
    if (event === 'accept' && proposal?.case_id) void navigate(`/case/${proposal.case_id}`)
    return 'over' as const
  }

  const send = async (event: ProposalEvent) => {
    toasts.takeBack()
    setProblem(null)
    try {
      return done(event, await act(event, proposalId))
    } catch (error) {
      const failure = failureOf(error)
      const now = await askForCard(client, proposalId).catch(() => undefined)
      if (now !== undefined && arrived(event, now)) return done(event, now)
      const { failed } = PROPOSAL_MOVES[event]
      const why = sayingOf(failure)
      const text = why.startsWith(failed) ? why : `${failed} ${why}`
      toasts.say({ text })
      if ([403, 404, 409].includes(failure.status)) {
        onDone()
        return 'over'
      }
      setProblem(text)
      return 'again'
    }
  }

  const answer = (event: ProposalEvent) => void once(() => send(event))

  return { answer, pending, problem, forget: () => setProblem(null) }
}
