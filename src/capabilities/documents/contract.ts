import { operationsOf } from '../../platform/rpc/contract.ts'
import {
  addDocumentInput,
  answerRequestInput,
  caseIdInput,
  deleteDocumentInput,
  documentsOutput,
  requestDocumentsInput,
} from './schema.ts'

const { get, post } = operationsOf('workspace')

/** Part of the API's `workspace`, as before documents were a slice of their own. */
export const documentsContract = {
  documents: get('/workspace/documents', 'Documents of one of my cases, and those that its lawyer asked for')
    .input(caseIdInput)
    .output(documentsOutput),
  addDocument: post('/workspace/add-document', 'Adds a file that I uploaded to the documents of a case')
    .input(addDocumentInput)
    .output(documentsOutput),
  deleteDocument: post('/workspace/delete-document', 'Deletes a document, which can be restored for 30 days')
    .input(deleteDocumentInput)
    .output(documentsOutput),
  restoreDocument: post('/workspace/restore-document', 'Restores a deleted document')
    .input(deleteDocumentInput)
    .output(documentsOutput),
  requestDocuments: post('/workspace/request-documents', 'Asks the client of a case for documents')
    .input(requestDocumentsInput)
    .output(documentsOutput),
  answerRequest: post('/workspace/answer-request', 'Answers a request for a document')
    .input(answerRequestInput)
    .output(documentsOutput),
}

export type DocumentsContract = typeof documentsContract
