import type { ReportObject } from '../schema.ts'

/** What a dialog reports (DAT-65). */
export interface ReportTarget {
  object: Exclude<ReportObject, 'message'>
  objectId: string
  /** Of a conversation: whose messages can be chosen. */
  chat?: { id: string; side: 'client' | 'lawyer' }
}
