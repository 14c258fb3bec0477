import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { noticesInput, noticesOutput, readInput, settings, settingsOutput, unseenOutput } from './schema.ts'

const { get, post } = operationsOf('notices')

export const noticesContract = {
  list: get('/notices/list', 'My notices, newest first').input(noticesInput).output(noticesOutput),
  unseen: get('/notices/unseen', 'Number of my unseen notices').input(noInput).output(unseenOutput),
  see: post('/notices/see', 'Marks all my notices as seen').input(noInput).output(unseenOutput),
  read: post('/notices/read', 'Marks one of my notices as read').input(readInput).output(unseenOutput),
  readAll: post('/notices/read-all', 'Marks all my notices as read').input(noInput).output(unseenOutput),
  settings: get('/notices/settings', 'How I am notified').input(noInput).output(settingsOutput),
  saveSettings: post('/notices/save-settings', 'Changes how I am notified')
    .input(settings)
    .output(settingsOutput),
  confirmAddress: post('/notices/confirm-address', 'Sends e-mails again to an address that refused them')
    .input(noInput)
    .output(settingsOutput),
}

export type NoticesContract = typeof noticesContract
