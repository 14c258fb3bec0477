import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import {
  deleteOldCodes,
  deleteOldGrants,
  findCode,
  insertGrant,
  insertSubmission,
  replaceCode,
} from './store.server.ts'

const suite = useDatabase()
const db = () => suite.platform.db
const makeLawyer = async () => (await makeAccount(db(), { role: 'lawyer' })).id
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db().transaction().execute(work)

test('OPEN-12 the nightly sweep deletes only codes that expired an hour ago', async () => {
  const [old, fresh] = [await makeLawyer(), await makeLawyer()]
  for (const lawyerId of [old, fresh])
    await inTransaction((tx) => replaceCode(tx, { lawyerId, hash: 'x', seconds: 900, minSecondsBetween: 60 }))
  await suite.database.sql(
    "update email_codes set sent_at = sent_at - interval '2 hours', expires_at = expires_at - interval '2 hours' where lawyer_id = $1",
    [old],
  )
  await inTransaction((tx) => deleteOldCodes(tx, 100))
  const read = (id: string) => findCode(db(), id, { minSecondsBetween: 60, maxWrongTries: 5 })
  expect(await read(old)).toBeNull()
  expect(await read(fresh)).toMatchObject({ works: true })
})

test('OPEN-05 the sweep keeps expired grants of open submissions, so that the notice is not sent again', async () => {
  const [open, closed] = [await makeLawyer(), await makeLawyer()]
  for (const lawyerId of [open, closed]) {
    await inTransaction(async (tx) => {
      const submissionId = (await insertSubmission(tx, lawyerId)) ?? ''
      await insertGrant(tx, { submissionId, adminId: null, hash: lawyerId, seconds: -1 })
    })
  }
  await suite.database.sql(
    "update review_submissions set outcome = 'verified', decided_at = now() where lawyer_id = $1",
    [closed],
  )
  await inTransaction((tx) => deleteOldGrants(tx, 100))
  const left = await suite.database.sql('select token_hash from review_grants')
  expect(left).toEqual([{ token_hash: open }])
})

test('OPEN-58 codes, submissions and grants are deleted with the account', async () => {
  const id = await makeLawyer()
  await inTransaction(async (tx) => {
    await replaceCode(tx, { lawyerId: id, hash: 'x', seconds: 900, minSecondsBetween: 60 })
    const submissionId = (await insertSubmission(tx, id)) ?? ''
    await insertGrant(tx, { submissionId, adminId: null, hash: `mine ${id}`, seconds: 60 })
  })
  await suite.database.sql('delete from "user" where id = $1', [id])
  for (const query of [
    'select 1 from email_codes where lawyer_id = $1',
    'select 1 from review_submissions where lawyer_id = $1',
    "select 1 from review_grants where token_hash = 'mine ' || $1",
  ])
    expect(await suite.database.sql(query, [id])).toEqual([])
})
