import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  addTaskInput,
  boardOutput,
  caseIdInput,
  deleteCaseOutput,
  deleteTaskInput,
  editTaskInput,
  moveTaskInput,
  nextTasksOutput,
  ownTasksInput,
  ownTasksOutput,
  renameTaskInput,
  taskDetails,
  taskInput,
  tickItemInput,
  tickOutput,
  tickTaskInput,
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
  task: get('/workspace/task', 'Note and checklist of a task of one of my cases')
    .input(taskInput)
    .output(taskDetails),
  editTask: post(
    '/workspace/edit-task',
    'Sets due day, assignee, note and checklist of a task (lawyer of the case)',
  )
    .input(editTaskInput)
    .output(boardOutput),
  tickTask: post('/workspace/tick-task', 'Marks a task as done or pending (its assignee, the lawyer)')
    .input(tickTaskInput)
    .output(tickOutput),
  tickItem: post(
    '/workspace/tick-item',
    'Ticks a line of a checklist or not (assignee of the task, the lawyer)',
  )
    .input(tickItemInput)
    .output(tickOutput),
  ownTasks: get('/workspace/own-tasks', 'My tasks in all my running cases, by due day (clients and lawyers)')
    .input(ownTasksInput)
    .output(ownTasksOutput),
  nextTasks: get('/workspace/next-tasks', 'My next pending tasks (clients and lawyers)')
    .input(noInput)
    .output(nextTasksOutput),
  deleteCase: post(
    '/workspace/delete-case',
    'Deletes one of my open cases, with its documents and pending proposals (clients)',
  )
    .input(caseIdInput)
    .output(deleteCaseOutput),
}

export type WorkspaceContract = typeof workspaceContract
