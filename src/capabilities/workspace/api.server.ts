import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
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

const { authed } = implementContract(workspaceContract)

export const workspaceApi = {
  tasks: authed.tasks.handler(async ({ context, input }) => unwrapResult(await boardOf(context, input))),
  addTask: authed.addTask.handler(async ({ context, input }) => unwrapResult(await addTask(context, input))),
  renameTask: authed.renameTask.handler(async ({ context, input }) =>
    unwrapResult(await renameTask(context, input)),
  ),
  moveTask: authed.moveTask.handler(async ({ context, input }) =>
    unwrapResult(await moveTask(context, input)),
  ),
  deleteTask: authed.deleteTask.handler(async ({ context, input }) =>
    unwrapResult(await deleteTask(context, input)),
  ),
  documents: authed.documents.handler(async ({ context, input }) =>
    unwrapResult(await documentsOf(context, input)),
  ),
  addDocument: authed.addDocument.handler(async ({ context, input }) =>
    unwrapResult(await addDocument(context, input)),
  ),
  deleteDocument: authed.deleteDocument.handler(async ({ context, input }) =>
    unwrapResult(await deleteDocument(context, input)),
  ),
  deleteCase: authed.deleteCase.handler(async ({ context, input }) =>
    unwrapResult(await deleteCase(context, input)),
  ),
}
