import { refuse } from '../platform/errors/refusal.ts'
import type { Context } from '../platform/rpc/context.server.ts'
import { unwrapResult } from '../platform/rpc/rpc.server.ts'
import { SUSPENDED_MESSAGE } from '../platform/session/session.ts'

/** Rights over one's data, the security of the account and its deletion: everything in them stays. */
const SLICES: ReadonlySet<string> = new Set(['privacy', 'consents', 'security', 'departure'])

const OPERATIONS: ReadonlySet<string> = new Set([
  ...['session', 'login', 'logout', 'changePassword', 'closeOtherSessions', 'confirmEmail'].map(
    (name) => `accounts.${name}`,
  ),
  ...['requestRecovery', 'resetPassword', 'resendConfirmation'].map((name) => `accounts.${name}`),
  ...['list', 'unseen', 'see', 'read', 'readAll', 'settings', 'saveSettings', 'confirmAddress'].map(
    (name) => `notices.${name}`,
  ),
  ...['ownReport', 'ownReports', 'addMessages', 'ownSanctions', 'answer', 'appeal'].map(
    (name) => `moderation.${name}`,
  ),
  ...['caseById', 'mine', 'lawyerStats', 'news', 'openCount'].map((name) => `cases.${name}`),
  ...['ofCase', 'history', 'versions'].map((name) => `progress.${name}`),
  ...['list', 'byId', 'messages', 'ofCase', 'read', 'readPosition', 'readBlock', 'search'].map(
    (name) => `chat.${name}`,
  ),
  ...['showsReading', 'unreadTotal', 'safeContact'].map((name) => `chat.${name}`),
  ...['tasks', 'task', 'ownTasks', 'nextTasks', 'documents', 'chatFiles', 'deleteCase'].map(
    (name) => `workspace.${name}`,
  ),
  ...['byId', 'byIds', 'acceptedOfCase', 'pendingOfClient', 'pendingOfLawyer', 'targetCase'].map(
    (name) => `proposals.${name}`,
  ),
  ...['answers', 'consents', 'questions', 'withdrawConsent'].map((name) => `openCases.${name}`),
  ...['ofLawyer', 'recent', 'standing', 'mine'].map((name) => `reviews.${name}`),
  ...['list', 'credits', 'movements'].map((name) => `plans.${name}`),
  ...['ownProfile', 'publicProfile'].map((name) => `lawyers.${name}`),
  ...['codeState', 'form'].map((name) => `onboarding.${name}`),
  ...['feed', 'revoke'].map((name) => `calendar.${name}`),
  ...['list', 'calculate', 'calendar', 'read'].map((name) => `deadlines.${name}`),
  'closings.ofCase',
  // Numbers for emergencies.
  'guidance.help',
  ...['choice', 'save'].map((name) => `safeContact.${name}`),
  'quickReplies.list',
])

/** Whether somebody whom the team suspended may call an operation (DAT-70). */
export const isOpenToSuspended = (path: readonly string[]): boolean =>
  SLICES.has(path[0] ?? '') || OPERATIONS.has(path.join('.'))

/**
 * DAT-70: the one guard of suspended accounts. They read their own chats, cases and papers, see their data, secure the
 * account, appeal and leave. Every other operation is refused (403), also one that is added later.
 * @throws the refusal
 */
export function refuseSuspended({ session }: Context, path: readonly string[]): void {
  if (session?.isSuspended && !isOpenToSuspended(path))
    unwrapResult(refuse({ code: 'FORBIDDEN', message: SUSPENDED_MESSAGE }))
}
