import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import type { WorkspaceContract } from '../contract.ts'
import { workspaceQueries } from '../queries.ts'
import { applyMove } from '../rules.ts'
import { type Board, type EditTaskInput, MESSAGES, type MoveTaskInput } from '../schema.ts'

export type TaskMove = Omit<MoveTaskInput, 'caseId'>

/**
 * The board of a case, refetched on events. Moves are optimistic: they are applied to the last board from the
 * server and sent one at a time. A failed move is dropped, so its task returns to its place (CAS-13).
 */
export function useBoard(caseId: string) {
  const client = useQueryClient()
  const api = rpc<WorkspaceContract>('workspace')
  const query = workspaceQueries(api).tasks.queryOptions({ input: { caseId } })
  const { data, error, refetch } = useQuery(query)
  useRefetchOn(['task'], query.queryKey, { isRelevant: ({ ref }) => ref === caseId })
  const [pendingMoves, setPendingMoves] = useState<readonly TaskMove[]>([])
  /** Settles after the last queued request. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  const [problem, setProblem] = useState<string | null>(null)
  const toasts = useFailureToast()

  /** Shows a response at once, and refetches because a concurrent response may be newer. */
  const applyBoard = (board: Board) => {
    client.setQueryData(query.queryKey, board)
    void refetchQueries(client, query)
  }

  const clearProblem = () => {
    setProblem(null)
    toasts.dismiss()
  }

  const send = async (move: TaskMove) => {
    try {
      applyBoard(await api.moveTask({ caseId, ...move }))
    } catch (thrown) {
      setProblem(failureTextOf(failureOf(thrown)))
      toasts.show({ text: MESSAGES.notMoved })
      void refetchQueries(client, query)
    } finally {
      setPendingMoves((moves) => moves.filter((one) => one !== move))
    }
  }

  /** Runs a change that is not optimistic. */
  const change = async (call: () => Promise<Board>): Promise<void> => {
    clearProblem()
    try {
      applyBoard(await call())
    } catch (thrown) {
      void refetchQueries(client, query)
      throw thrown
    }
  }

  return {
    /** The tasks, with the moves that are not stored yet. */
    data: data && pendingMoves.reduce<Board['tasks']>((tasks, move) => applyMove(tasks, move), data.tasks),
    error,
    refetch,
    /** Error message of the last move. */
    problem,
    move(move: TaskMove) {
      clearProblem()
      setPendingMoves((moves) => [...moves, move])
      queue.current = queue.current.then(() => send(move))
    },
    add: (id: string, title: string) => change(() => api.addTask({ caseId, id, title })),
    rename: (taskId: string, title: string) => change(() => api.renameTask({ caseId, taskId, title })),
    edit: (details: Omit<EditTaskInput, 'caseId'>) => change(() => api.editTask({ caseId, ...details })),
    remove: (taskId: string) => change(() => api.deleteTask({ caseId, taskId })),
  }
}

export type BoardState = ReturnType<typeof useBoard>
