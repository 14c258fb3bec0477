import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { uncheckedRows } from '../../../tests/support/database/check-rows.ts'
import * as sessions from '../../capabilities/accounts/sessions.server.ts'
import * as accounts from '../../capabilities/accounts/store.server.ts'
import type { CaseOwner, CaseParty } from '../../capabilities/cases/rules.ts'
import * as cases from '../../capabilities/cases/store.server.ts'
import * as chatLists from '../../capabilities/chat/lists.server.ts'
import type { ChatParty } from '../../capabilities/chat/rules.ts'
import * as chat from '../../capabilities/chat/store.server.ts'
import * as chatWaits from '../../capabilities/chat/waits.server.ts'
import * as adminConsole from '../../capabilities/console/store.server.ts'
import * as documents from '../../capabilities/documents/store.server.ts'
import type { VerifiedLawyer } from '../../capabilities/lawyers/rules.ts'
import * as lawyers from '../../capabilities/lawyers/store.server.ts'
import * as marketStore from '../../capabilities/market/store.server.ts'
import * as onboarding from '../../capabilities/onboarding/store.server.ts'
import * as openCases from '../../capabilities/open-cases/store.server.ts'
import type { MarketLawyer } from '../../capabilities/plans/rules.ts'
import * as plans from '../../capabilities/plans/store.server.ts'
import * as privacyBlocks from '../../capabilities/privacy/block-store.server.ts'
import * as privacy from '../../capabilities/privacy/store.server.ts'
import * as privacyVisitors from '../../capabilities/privacy/visitor-store.server.ts'
import * as progress from '../../capabilities/progress/store.server.ts'
import { quickRepliesData } from '../../capabilities/quick-replies/data.ts'
import { reviewsData } from '../../capabilities/reviews/data.ts'
import type { ReviewClient, ReviewedLawyer } from '../../capabilities/reviews/rules.ts'
import * as reviews from '../../capabilities/reviews/store.server.ts'
import * as search from '../../capabilities/search/store.server.ts'
import * as emailStore from '../../capabilities/security/email-store.server.ts'
import * as security from '../../capabilities/security/store.server.ts'
import * as verification from '../../capabilities/verification/store.server.ts'
import * as workspace from '../../capabilities/workspace/store.server.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import type { Admin } from '../../platform/session/admin.ts'
import { addCheckpoints, checkAuditLog, isCheckpoint } from '../log/checkpoints.server.ts'
import { countLooks, looksAt } from '../log/looks.server.ts'
import { ranLately, runRetention } from '../retention/retention.server.ts'
import { transact } from './database.server.ts'
import { rowOf, t } from './queries.server.ts'

const suite = useDatabase()

test('docs/design.md §4 PostgreSQL returns the declared columns and types of every raw statement', async () => {
  const { platform } = suite
  const { id: lawyerId } = await makeAccount(platform.db, { role: 'lawyer' })
  const id = randomUUID()
  const party = { chatId: id, userId: id, side: 'client' } as unknown as ChatParty
  const limit = { max: 1, windowSeconds: 60 }
  const message = { id, chatId: id, userId: id, content: '', preview: '', maxUnanswered: 1, limit }
  const filter = { specialties: null, communes: null }
  const noSearch = {
    words: [],
    specialty: null,
    commune: null,
    experience: null,
    maxPrice: null,
    excludedId: null,
  }
  const listing = { filter: noSearch, marks: ['e5'], order: 'search' as const, after: null }
  const code = { lawyerId, hash: 'x', seconds: 60, minSecondsBetween: 60 }
  const page = { limit: 1, bytes: 1 }
  const names = { text: null, specialty: null, locations: null, experience: null, after: null }
  const market = { lawyerId } as MarketLawyer
  await transact(platform.db, async (tx) => {
    await sessions.findSessions(tx, [id], 60, 60)
    await security.lockTotp(tx, id)
    await security.findFactors(tx, id)
    await security.openFactorLoss(tx, lawyerId, 60)
    await emailStore.listFormerAddresses(tx, id)
    await sessions.noteDevice(tx, { userId: lawyerId, digest: 'x' })
    await sessions.replaceSessionToken(tx, { id, from: 'a', to: 'b' })
    await accounts.writeProfile(tx, id, {})
    await cases.listOwnCases(tx, { userId: id, side: 'client' } as CaseOwner, {
      statuses: [],
      after: null,
      limit: 1,
    })
    const caseOf = { caseId: id, userId: id, side: 'client' } as unknown as CaseParty
    await progress.listEntries(tx, caseOf, { after: null, limit: 1 })
    await progress.readState(tx, caseOf)
    await progress.takeDuePromises(tx, [0], 1)
    await openCases.insertDueQuestions(tx, [30], 1)
    await privacyBlocks.listShown(tx, id)
    await privacy.listOwnReviews(tx, id, reviewsData.reviews)
    await privacy.countRows(tx, id, [], Object.entries({ quick_replies: quickRepliesData.quick_replies }))
    await privacyVisitors.countMatches(tx, [{ table: 'user', column: 'email' }], 'x')
    await looksAt(tx, id, null, 1)
    await countLooks(tx, id)
    await ranLately(tx)
    const batch = { before: new Date(), firstRun: new Date(), limit: 1 }
    await verification.listOldCards(tx, 'verified', batch)
    await progress.listCasesWithoutUpdate(tx, 3, 'x', 1)
    await marketStore.listMarket(tx, market, { filter, after: null, total: null, limit: 1 })
    await marketStore.countMarket(tx, market, filter, 1)
    await workspace.takeDueTasks(tx, 1)
    await documents.insertViews(tx, id, [])
    await documents.takeDueRequests(tx, 1)
    await chat.insertMessage(tx, message)
    await chat.findInsertFailure(tx, message)
    await chat.findChatOfCase(tx, id, id)
    await chat.insertMarketChat(tx, id, id)
    await chat.countUnansweredMarketChats(tx, id)
    await chat.readMessages(tx, party, page)
    await chat.readMessagesById(tx, [id])
    await chat.markRead(tx, party, 1)
    await chat.lockChatsOfUser(tx, id)
    await chat.lockChatsOfCase(tx, id)
    await chat.countMessages(tx, {} as Admin, 1)
    await chatLists.listChats(tx, id, 'client', { limit: 1, deletedUserLabel: '' })
    await chatLists.listFirstPages(tx, 'client', [id, lawyerId], 1)
    await chatLists.listAnonymousClients(tx, id, String)
    await chatLists.listWritten(tx, party, [1])
    await chatLists.sumUnread(tx, id, 'client')
    await chatLists.readPartnerPosition(tx, party)
    await chatLists.searchMessages(tx, party, { text: 'x', limit: 1 })
    await chatWaits.lockDueWaits(tx, 1)
    await lawyers.listColleagues(tx, { lawyerId } as VerifiedLawyer, names, 1)
    await onboarding.replaceCode(tx, code)
    await onboarding.findCode(tx, id, { minSecondsBetween: 60, maxWrongTries: 3 })
    await plans.debitCredit(tx, market, { chatId: id, caseId: id })
    await plans.spendWaitSeconds(tx, market, limit)
    await plans.readCredits(tx, lawyerId, 7)
    await reviews.findOwnReview(tx, { clientId: id } as ReviewClient, id)
    await reviews.listReviews(tx, lawyerId, null, { after: null, limit: 1 })
    await reviews.readRating(tx, { lawyerId } as ReviewedLawyer)
    await reviews.ratingDifference(tx, lawyerId)
    await search.findLawyers(tx, { ...listing, limit: 1 }, 1)
    await search.findLawyers(tx, { ...listing, limit: 0 }, 0)
    await verification.listFormerAccounts(tx, {} as Admin, '')
    await verification.listNamesToConfirm(tx, {} as Admin, 1)
    await adminConsole.countDisputes(tx, {} as Admin, 1)
    await adminConsole.listRetention(tx, {} as Admin)
    await verification.decisionsPage(tx, {} as Admin, null, 1)
    return { ok: true, value: null }
  })
  const nothing = {
    name: 'nothing',
    title: '',
    period: '',
    seconds: 1,
    deleteBatch: async () => ({ rows: 0 }),
  }
  await runRetention(platform, [nothing])
  await addCheckpoints(platform)
  await isCheckpoint(platform.db, (await checkAuditLog(platform.db)).last ?? '')
  expect(uncheckedRows()).toEqual([])
})

test('a missing column, one too many and another type are found', async () => {
  const { db } = suite.platform
  const statement = rowOf({ id: t.uuid })
  await expect(statement`select gen_random_uuid() as id`.first(db)).resolves.toBeTruthy()
  await expect(statement`select 'x' as id`.first(db)).rejects.toThrow('Column id')
  await expect(statement`select gen_random_uuid() as key`.first(db)).rejects.toThrow('Column id')
  await expect(statement`select gen_random_uuid() as id, 1 as extra`.first(db)).rejects.toThrow('extra')
})
