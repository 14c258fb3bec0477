import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { readHelp } from './commands.server.ts'
import { guidanceContract } from './contract.ts'

const { open } = implementContract(guidanceContract)

export const guidanceApi = {
  help: open.help.handler(answerOf(readHelp)),
}
