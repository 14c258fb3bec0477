import type { Db } from '../../platform/database/database.server.ts'
import { first } from '../../platform/database/queries.server.ts'

export const findUserByEmail = (db: Db, email: string) =>
  first(db.selectFrom('profiles').select('id').where('email', '=', email))
