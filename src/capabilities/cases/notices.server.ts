import type { Db } from '../../platform/database/database.server.ts'
import type { NoticeFacts } from '../../platform/notices/notice-kinds.ts'
import { type CaseStatus, DELETED_USER_NAME } from './schema.ts'
import { listNoticeFacts } from './store.server.ts'

/** The facts of notices about a case; `ref` is its id. */
export interface CaseFacts extends NoticeFacts {
  caseId: string
  title: string
  status: CaseStatus
  isInMarket: boolean
  /** Name of the other party. */
  other: string
}

/** For later slices' kinds: the facts of notices about cases of which the user is a party. */
export async function readCaseFacts(
  db: Db,
  userId: string,
  caseIds: readonly string[],
): Promise<Map<string, CaseFacts>> {
  const rows = await listNoticeFacts(db, userId, caseIds)
  return new Map(
    rows.map(({ id, title, status, in_market: isInMarket, client_id, client_name, lawyer_name }) => {
      const other = (client_id === userId ? lawyer_name : client_name) ?? DELETED_USER_NAME
      return [id, { caseId: id, title, status, isInMarket, about: title, other }]
    }),
  )
}
