import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { feedOutput, newAddressOutput, showNamesInput } from './schema.ts'

const { get, post } = operationsOf('calendar')

export const calendarContract = {
  feed: get('/calendar/feed', 'Whether I have a calendar address (clients and lawyers)')
    .input(noInput)
    .output(feedOutput),
  newAddress: post('/calendar/new-address', 'Makes my calendar address; an earlier one ends')
    .input(noInput)
    .output(newAddressOutput),
  showNames: post('/calendar/show-names', 'Whether my calendar names cases and people')
    .input(showNamesInput)
    .output(feedOutput),
  revoke: post('/calendar/revoke', 'Ends my calendar address').input(noInput).output(feedOutput),
}

export type CalendarContract = typeof calendarContract
