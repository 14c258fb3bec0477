import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import type { WorkspaceContract } from '../contract.ts'
import { workspaceQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'

/**
 * SEG-27: ticks of a task and its lines. They show at once and are sent one at a time; a failed one is undone,
 * with a toast.
 */
export function useTicks({ caseId, taskId }: { caseId: string; taskId: string }) {
  const client = useQueryClient()
  const toasts = useFailureToast()
  /** By line; '' is the task itself. */
  const [pending, setPending] = useState<ReadonlyMap<string, { done: boolean }>>(new Map())
  /** Settles after the last queued request. */
  const queue = useRef<Promise<void>>(Promise.resolve())

  const refetch = () => {
    const { tasks, task, ownTasks, nextTasks } = workspaceQueries()
    return Promise.all(
      [tasks, task, ownTasks, nextTasks].map((query) => refetchQueries(client, { queryKey: query.key() })),
    )
  }
  const send = async (itemId: string, tick: { done: boolean }) => {
    const api = rpc<WorkspaceContract>('workspace')
    try {
      const { done } = tick
      if (itemId === '') await api.tickTask({ caseId, taskId, done })
      else await api.tickItem({ caseId, taskId, itemId, done })
    } catch (thrown) {
      toasts.show({ title: MESSAGES.notMoved, text: failureTextOf(failureOf(thrown)) })
    }
    await refetch()
    setPending((all) =>
      // A later tick of the same box is still waiting.
      all.get(itemId) === tick ? new Map([...all].filter(([id]) => id !== itemId)) : all,
    )
  }
  const tick = (itemId: string, done: boolean) => {
    toasts.dismiss()
    const wanted = { done }
    setPending((all) => new Map(all).set(itemId, wanted))
    queue.current = queue.current.then(() => send(itemId, wanted))
  }
  return {
    tickTask: (done: boolean) => tick('', done),
    tickItem: tick,
    /** What the box shows: the last tick, or else what is stored. */
    isDone: (itemId: string, stored: boolean) => pending.get(itemId)?.done ?? stored,
  }
}

export type Ticks = ReturnType<typeof useTicks>
