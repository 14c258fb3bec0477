import { operationsOf } from '../../platform/rpc/contract.ts'
import {
  addChatFileInput,
  addChatFileOutput,
  addDocumentInput,
  answerRequestInput,
  caseIdInput,
  changeChatFileInput,
  chatFilesInput,
  chatFilesOutput,
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
  chatFiles: get('/workspace/chat-files', 'Files that were sent in one of my chats')
    .input(chatFilesInput)
    .output(chatFilesOutput),
  addChatFile: post('/workspace/add-chat-file', 'Sends a file that I uploaded in a chat')
    .input(addChatFileInput)
    .output(addChatFileOutput),
  deleteChatFile: post(
    '/workspace/delete-chat-file',
    'Deletes a file of a chat; it can be restored for 30 days',
  )
    .input(changeChatFileInput)
    .output(chatFilesOutput),
  restoreChatFile: post('/workspace/restore-chat-file', 'Restores a deleted file of a chat')
    .input(changeChatFileInput)
    .output(chatFilesOutput),
  requestDocuments: post('/workspace/request-documents', 'Asks the client of a case for documents')
    .input(requestDocumentsInput)
    .output(documentsOutput),
  answerRequest: post('/workspace/answer-request', 'Answers a request for a document')
    .input(answerRequestInput)
    .output(documentsOutput),
}

export type DocumentsContract = typeof documentsContract
