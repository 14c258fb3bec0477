import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import {
  addDocument,
  addTask,
  boardOf,
  deleteCase,
  deleteDocument,
  deleteTask,
  documentsOf,
  moveTask,
  renameTask,
} from './commands.server.ts'
import { workspaceContract } from './contract.ts'

const { authed } = rpcFor(workspaceContract)

export const workspaceApi = {
  tasks: authed.tasks.handler(async ({ context, input }) => answer(await boardOf(context, input))),
  addTask: authed.addTask.handler(async ({ context, input }) => answer(await addTask(context, input))),
  renameTask: authed.renameTask.handler(async ({ context, input }) =>
    answer(await renameTask(context, input)),
  ),
  moveTask: authed.moveTask.handler(async ({ context, input }) => answer(await moveTask(context, input))),
  deleteTask: authed.deleteTask.handler(async ({ context, input }) =>
    answer(await deleteTask(context, input)),
  ),
  documents: authed.documents.handler(async ({ context, input }) =>
    answer(await documentsOf(context, input)),
  ),
  addDocument: authed.addDocument.handler(async ({ context, input }) =>
    answer(await addDocument(context, input)),
  ),
  deleteDocument: authed.deleteDocument.handler(async ({ context, input }) =>
    answer(await deleteDocument(context, input)),
  ),
  deleteCase: authed.deleteCase.handler(async ({ context, input }) =>
    answer(await deleteCase(context, input)),
  ),
}
