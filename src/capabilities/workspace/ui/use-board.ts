import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { type Failure, failureOf, rpc } from '../../../platform/rpc/client.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import type { WorkspaceContract } from '../contract.ts'
import { workspaceQueries } from '../queries.ts'
import { moved } from '../rules.ts'
import { type Board, MESSAGES, type MoveTaskInput } from '../schema.ts'

export type Move = Omit<MoveTaskInput, 'caseId'>

/**
 * The board of a case, kept up to date by its events. Moves are drawn at once, over what the server said last, and sent
 * one after the other; one that fails is simply no longer drawn, so its task stands where it was (CAS-13).
 */
export function useBoard(caseId: string) {
  const client = useQueryClient()
  const calls = rpc<WorkspaceContract>('workspace')
  const query = workspaceQueries(calls).tasks.queryOptions({ input: { caseId } })
  const { data, error, isPending, isFetching, refetch } = useQuery(query)
  useEvents(['task'], ({ ref }) => {
    if (ref === null || ref === caseId) void readAnew(client, query)
  })
  const [waiting, setWaiting] = useState<readonly Move[]>([])
  const line = useRef<Promise<void>>(Promise.resolve())
  const [problem, setProblem] = useState<string | null>(null)
  const toasts = useFailureToast()

  /** An answer shows at once; another that was read meanwhile may have seen more, so the board is also read anew. */
  const take = (board: Board) => {
    client.setQueryData(query.queryKey, board)
    void readAnew(client, query)
  }

  const send = async (move: Move) => {
    try {
      take(await calls.moveTask({ caseId, ...move }))
    } catch (failed) {
      const failure = failureOf(failed)
      setProblem(sayingOf(failure))
      toasts.say({ text: MESSAGES.notMoved })
      void readAnew(client, query)
    } finally {
      setWaiting((moves) => moves.filter((one) => one !== move))
    }
  }

  /** A change that is waited for. @returns what failed, or null */
  const change = async (call: () => Promise<Board>): Promise<Failure | null> => {
    setProblem(null)
    toasts.takeBack()
    try {
      take(await call())
      return null
    } catch (failed) {
      void readAnew(client, query)
      return failureOf(failed)
    }
  }

  return {
    tasks: data && waiting.reduce<Board['tasks']>((tasks, move) => moved(tasks, move), data.tasks),
    error,
    isPending,
    isFetching,
    refetch,
    /** Why the last move failed. */
    problem,
    move(move: Move) {
      setProblem(null)
      toasts.takeBack()
      setWaiting((moves) => [...moves, move])
      line.current = line.current.then(() => send(move))
    },
    add: (id: string, title: string) => change(() => calls.addTask({ caseId, id, title })),
    rename: (taskId: string, title: string) => change(() => calls.renameTask({ caseId, taskId, title })),
    remove: (taskId: string) => change(() => calls.deleteTask({ caseId, taskId })),
  }
}

export type BoardState = ReturnType<typeof useBoard>
