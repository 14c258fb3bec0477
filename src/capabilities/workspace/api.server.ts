import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  addTask,
  boardOf,
  deleteCase,
  deleteTask,
  editTask,
  moveTask,
  nextTasks,
  ownTasks,
  renameTask,
  taskDetails,
  tickItem,
  tickTask,
} from './commands.server.ts'
import { workspaceContract } from './contract.ts'

const { authed } = implementContract(workspaceContract)

export const workspaceApi = {
  tasks: authed.tasks.handler(answerOf(boardOf)),
  addTask: authed.addTask.handler(answerOf(addTask)),
  renameTask: authed.renameTask.handler(answerOf(renameTask)),
  moveTask: authed.moveTask.handler(answerOf(moveTask)),
  deleteTask: authed.deleteTask.handler(answerOf(deleteTask)),
  task: authed.task.handler(answerOf(taskDetails)),
  editTask: authed.editTask.handler(answerOf(editTask)),
  tickTask: authed.tickTask.handler(answerOf(tickTask)),
  tickItem: authed.tickItem.handler(answerOf(tickItem)),
  ownTasks: authed.ownTasks.handler(answerOf(ownTasks)),
  nextTasks: authed.nextTasks.handler(answerOf(nextTasks)),
  deleteCase: authed.deleteCase.handler(answerOf(deleteCase)),
}
