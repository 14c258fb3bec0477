import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  calculateInput,
  calculateOutput,
  calendarInput,
  calendarOutput,
  listOutput,
  readInput,
  readOutput,
} from './schema.ts'

const { get, post } = operationsOf('deadlines')

export const deadlinesContract = {
  list: get('/deadlines/rules', 'The legal deadlines of Chile by subject, those not confirmed without amount')
    .input(noInput)
    .output(listOutput),
  // POST, so that the days of a person appear in no URL and in no log.
  calculate: post('/deadlines/calculate', 'The day that a rule gives for a start day; nothing of it is kept')
    .input(calculateInput)
    .output(calculateOutput),
  calendar: post('/deadlines/calendar', 'The days of own deadlines as iCalendar text; nothing of it is kept')
    .input(calendarInput)
    .output(calendarOutput),
  read: post('/deadlines/read', 'Deadlines by the days of a free text; nothing of it is kept')
    .input(readInput)
    .output(readOutput),
}

export type DeadlinesContract = typeof deadlinesContract
