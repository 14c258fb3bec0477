import { cutPage, parseTimeCursor, type TimeCursor } from '../../input/cursor.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { redactCase } from '../cases/rules.ts'
import { ownProfile } from '../lawyers/commands.server.ts'
import { requireVerifiedLawyer } from '../lawyers/rules.ts'
import { requireMarketLawyer } from '../plans/rules.ts'
import { parseMarketFilter } from './rules.ts'
import { MARKET_PAGE_SIZE, MAX_COUNT, type MarketInput, type MarketPage } from './schema.ts'
import * as store from './store.server.ts'

const cursorOf = ({ stamp, id }: TimeCursor) => `${stamp}.${id}`

/**
 * MKT-02 to MKT-08, CAL-21: a page of the open cases, newest first, redacted and without clients.
 * Refusals: not a verified lawyer with a market plan (403, MKT-13, OPEN-31), an unknown filter value (422).
 */
export async function market(context: SignedInContext, input: MarketInput): Promise<Result<MarketPage>> {
  const lawyer = requireMarketLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const filter = parseMarketFilter(input)
  if (!filter.ok) return filter
  const total = await store.countMarket(context.db, lawyer.value, filter.value, MAX_COUNT + 1)
  const page = {
    filter: filter.value,
    after: parseTimeCursor(input?.after),
    // So few matches are read from their index and sorted; with more, scanning the newest is fast.
    total: total <= MAX_COUNT ? MAX_COUNT : null,
    limit: MARKET_PAGE_SIZE + 1,
  }
  const rows = total === 0 ? [] : await store.listMarket(context.db, lawyer.value, page)
  const { shown, next } = cutPage(rows, MARKET_PAGE_SIZE, cursorOf)
  return accept({
    items: shown.map(({ stamp: _, client_name, created_at, ...row }) => ({
      ...redactCase(row, client_name),
      created_at: created_at.toISOString(),
    })),
    next,
    total,
  })
}

/** Counts open cases of the lawyer's specialties since yesterday began. Needs market access (403). */
export async function marketNews(context: SignedInContext): Promise<Result<{ count: number }>> {
  const lawyer = requireMarketLawyer(context.session)
  if (!lawyer.ok) return lawyer
  return accept({ count: await store.countRecentCases(context.db, lawyer.value, MAX_COUNT + 1) })
}

/**
 * Number of open cases of the lawyer's specialties, on any plan: it shows what the market would offer.
 * Refuses users who are not verified lawyers (403).
 */
export async function openCount(context: SignedInContext): Promise<Result<{ count: number }>> {
  const lawyer = requireVerifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const profile = await ownProfile(context)
  if (!profile.ok) return profile
  const filter = { specialties: profile.value.specialties, communes: null }
  return accept({ count: await store.countMarket(context.db, lawyer.value, filter, MAX_COUNT + 1) })
}
