import { isoDay } from '../../chile/dates.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import type { Context } from '../../platform/rpc/context.server.ts'
import { HELP_ENTRIES } from './catalogue.server.ts'
import { findHelp, needsMediation } from './rules.ts'
import type { Help, HelpInput } from './schema.ts'

/**
 * PLZ-75 to PLZ-79, PLZ-81: free help, for everyone. It asks no database, so that the numbers for emergencies are there
 * while that is down.
 */
export async function readHelp(_context: Context, input: HelpInput): Promise<Result<Help>> {
  const places = findHelp(HELP_ENTRIES, input, isoDay(new Date()))
  return accept({ places, needsMediation: needsMediation(input?.specialty) })
}
