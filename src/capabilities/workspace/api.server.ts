import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { addTask, boardOf, deleteCase, deleteTask, moveTask, renameTask } from './commands.server.ts'
import { workspaceContract } from './contract.ts'

const { authed } = implementContract(workspaceContract)

export const workspaceApi = {
  tasks: authed.tasks.handler(answerOf(boardOf)),
  addTask: authed.addTask.handler(answerOf(addTask)),
  renameTask: authed.renameTask.handler(answerOf(renameTask)),
  moveTask: authed.moveTask.handler(answerOf(moveTask)),
  deleteTask: authed.deleteTask.handler(answerOf(deleteTask)),
  deleteCase: authed.deleteCase.handler(answerOf(deleteCase)),
}
