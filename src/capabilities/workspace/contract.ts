import { operationsOf } from '../../platform/rpc/contract.ts'
import {
  addTaskInput,
  boardOutput,
  caseIdInput,
  deleteCaseOutput,
  deleteTaskInput,
  moveTaskInput,
  renameTaskInput,
} from './schema.ts'

const { get, post } = operationsOf('workspace')

export const workspaceContract = {
  tasks: get('/workspace/tasks', 'The board of one of my cases').input(caseIdInput).output(boardOutput),
  addTask: post('/workspace/add-task', 'Appends a task to the first column (lawyer of the case)')
    .input(addTaskInput)
    .output(boardOutput),
  renameTask: post('/workspace/rename-task', 'Changes the title of a task (lawyer of the case)')
    .input(renameTaskInput)
    .output(boardOutput),
  moveTask: post('/workspace/move-task', 'Moves a task within its column or to another (lawyer of the case)')
    .input(moveTaskInput)
    .output(boardOutput),
  deleteTask: post('/workspace/delete-task', 'Deletes a task (lawyer of the case)')
    .input(deleteTaskInput)
    .output(boardOutput),
  deleteCase: post(
    '/workspace/delete-case',
    'Deletes one of my open cases, with its documents and pending proposals (clients)',
  )
    .input(caseIdInput)
    .output(deleteCaseOutput),
}

export type WorkspaceContract = typeof workspaceContract
