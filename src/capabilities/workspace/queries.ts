import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { WorkspaceContract } from './contract.ts'
import type { OwnTasks } from './schema.ts'

/** TanStack Query options of this slice's operations. Refetch them on events of kind `task`. */
export const workspaceQueries = (client = rpc<WorkspaceContract>('workspace')) =>
  createTanstackQueryUtils(client, { path: ['workspace'] })

const pages = byCursor(({ tasks }: OwnTasks) => tasks)

/** SEG-28: the user's own tasks in pages, by due day. */
export const ownTasksOptions = (client = rpc<WorkspaceContract>('workspace')) =>
  workspaceQueries(client).ownTasks.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    ...pages,
  })
