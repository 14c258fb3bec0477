import { base } from '../../platform/rpc/contract.ts'
import {
  addDocumentInput,
  addTaskInput,
  boardOutput,
  caseIdInput,
  deleteCaseOutput,
  deleteDocumentInput,
  deleteTaskInput,
  documentsOutput,
  moveTaskInput,
  renameTaskInput,
} from './schema.ts'

const tags = ['workspace']
const post = (path: `/${string}`, summary: string) => ({ method: 'POST' as const, path, tags, summary })

export const workspaceContract = {
  tasks: base
    .route({ method: 'GET', path: '/workspace/tasks', tags, summary: 'The board of one of my cases' })
    .input(caseIdInput)
    .output(boardOutput),
  addTask: base
    .route(post('/workspace/add-task', 'Appends a task to the first column (lawyer of the case)'))
    .input(addTaskInput)
    .output(boardOutput),
  renameTask: base
    .route(post('/workspace/rename-task', 'Changes the title of a task (lawyer of the case)'))
    .input(renameTaskInput)
    .output(boardOutput),
  moveTask: base
    .route(post('/workspace/move-task', 'Moves a task within its column or to another (lawyer of the case)'))
    .input(moveTaskInput)
    .output(boardOutput),
  deleteTask: base
    .route(post('/workspace/delete-task', 'Deletes a task (lawyer of the case)'))
    .input(deleteTaskInput)
    .output(boardOutput),
  documents: base
    .route({ method: 'GET', path: '/workspace/documents', tags, summary: 'Documents of one of my cases' })
    .input(caseIdInput)
    .output(documentsOutput),
  addDocument: base
    .route(post('/workspace/add-document', 'Adds a file that I uploaded to the documents of a case'))
    .input(addDocumentInput)
    .output(documentsOutput),
  deleteDocument: base
    .route(post('/workspace/delete-document', 'Deletes a document and its file'))
    .input(deleteDocumentInput)
    .output(documentsOutput),
  deleteCase: base
    .route(
      post(
        '/workspace/delete-case',
        'Deletes one of my open cases, with its documents and pending proposals (clients)',
      ),
    )
    .input(caseIdInput)
    .output(deleteCaseOutput),
}

export type WorkspaceContract = typeof workspaceContract
