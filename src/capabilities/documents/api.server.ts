import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { addDocument, deleteDocument, documentsOf } from './commands.server.ts'
import { documentsContract } from './contract.ts'

const { authed } = implementContract(documentsContract)

export const documentsApi = {
  documents: authed.documents.handler(answerOf(documentsOf)),
  addDocument: authed.addDocument.handler(answerOf(addDocument)),
  deleteDocument: authed.deleteDocument.handler(answerOf(deleteDocument)),
}
