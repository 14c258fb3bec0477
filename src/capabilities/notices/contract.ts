import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { noticesInput, noticesOutput, readInput, unseenOutput } from './schema.ts'

const { get, post } = operationsOf('notices')

export const noticesContract = {
  list: get('/notices/list', 'My notices, newest first').input(noticesInput).output(noticesOutput),
  unseen: get('/notices/unseen', 'Number of my unseen notices').input(noInput).output(unseenOutput),
  see: post('/notices/see', 'Marks all my notices as seen').input(noInput).output(unseenOutput),
  read: post('/notices/read', 'Marks one of my notices as read').input(readInput).output(unseenOutput),
  readAll: post('/notices/read-all', 'Marks all my notices as read').input(noInput).output(unseenOutput),
}

export type NoticesContract = typeof noticesContract
