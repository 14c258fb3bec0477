import { operationsOf } from '../../platform/rpc/contract.ts'
import { addDocumentInput, caseIdInput, deleteDocumentInput, documentsOutput } from './schema.ts'

const { get, post } = operationsOf('workspace')

/** Part of the API's `workspace`, as before documents were a slice of their own. */
export const documentsContract = {
  documents: get('/workspace/documents', 'Documents of one of my cases')
    .input(caseIdInput)
    .output(documentsOutput),
  addDocument: post('/workspace/add-document', 'Adds a file that I uploaded to the documents of a case')
    .input(addDocumentInput)
    .output(documentsOutput),
  deleteDocument: post('/workspace/delete-document', 'Deletes a document and its file')
    .input(deleteDocumentInput)
    .output(documentsOutput),
}

export type DocumentsContract = typeof documentsContract
