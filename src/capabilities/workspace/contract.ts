import { base } from '../../platform/rpc/contract.ts'
import {
  addDocumentInput,
  addTaskInput,
  boardOutput,
  deleteCaseOutput,
  deleteDocumentInput,
  deleteTaskInput,
  documentsOutput,
  moveTaskInput,
  ofCaseInput,
  renameTaskInput,
} from './schema.ts'

const tags = ['workspace']
const post = (path: `/${string}`, summary: string) => ({ method: 'POST' as const, path, tags, summary })

export const workspaceContract = {
  tasks: base
    .route({ method: 'GET', path: '/workspace/tasks', tags, summary: 'The board of one of my cases' })
    .input(ofCaseInput)
    .output(boardOutput),
  addTask: base
    .route(post('/workspace/add-task', 'Adds a task at the end of the first column (its lawyer)'))
    .input(addTaskInput)
    .output(boardOutput),
  renameTask: base
    .route(post('/workspace/rename-task', 'Gives a task another title (its lawyer)'))
    .input(renameTaskInput)
    .output(boardOutput),
  moveTask: base
    .route(post('/workspace/move-task', 'Moves a task inside its column or to another (its lawyer)'))
    .input(moveTaskInput)
    .output(boardOutput),
  deleteTask: base
    .route(post('/workspace/delete-task', 'Deletes a task (its lawyer)'))
    .input(deleteTaskInput)
    .output(boardOutput),
  documents: base
    .route({ method: 'GET', path: '/workspace/documents', tags, summary: 'Documents of one of my cases' })
    .input(ofCaseInput)
    .output(documentsOutput),
  addDocument: base
    .route(post('/workspace/add-document', 'Shares a file that I uploaded with the other party of the case'))
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
        'Deletes a case of mine that waits for a lawyer, with all that hangs on it',
      ),
    )
    .input(ofCaseInput)
    .output(deleteCaseOutput),
}

export type WorkspaceContract = typeof workspaceContract
