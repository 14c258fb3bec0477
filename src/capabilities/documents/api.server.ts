import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { addChatFile, chatFilesOf, deleteChatFile, restoreChatFile } from './chat-files.server.ts'
import { addDocument, deleteDocument, documentsOf, restoreDocument } from './commands.server.ts'
import { documentsContract } from './contract.ts'
import { answerRequest, requestDocuments } from './requests.server.ts'

const { authed } = implementContract(documentsContract)

export const documentsApi = {
  documents: authed.documents.handler(answerOf(documentsOf)),
  addDocument: authed.addDocument.handler(answerOf(addDocument)),
  deleteDocument: authed.deleteDocument.handler(answerOf(deleteDocument)),
  restoreDocument: authed.restoreDocument.handler(answerOf(restoreDocument)),
  chatFiles: authed.chatFiles.handler(answerOf(chatFilesOf)),
  addChatFile: authed.addChatFile.handler(answerOf(addChatFile)),
  deleteChatFile: authed.deleteChatFile.handler(answerOf(deleteChatFile)),
  restoreChatFile: authed.restoreChatFile.handler(answerOf(restoreChatFile)),
  requestDocuments: authed.requestDocuments.handler(answerOf(requestDocuments)),
  answerRequest: authed.answerRequest.handler(answerOf(answerRequest)),
}
