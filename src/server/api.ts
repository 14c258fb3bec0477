import { OpenAPIGenerator } from '@orpc/openapi'
import { createRouterClient } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { accountDeletionApi } from '../capabilities/account-deletion/api.server.ts'
import { accountsApi } from '../capabilities/accounts/api.server.ts'
import { calendarApi } from '../capabilities/calendar/api.server.ts'
import { casesApi } from '../capabilities/cases/api.server.ts'
import { chatApi } from '../capabilities/chat/api.server.ts'
import { closingsApi } from '../capabilities/closings/api.server.ts'
import { consentsApi } from '../capabilities/consents/api.server.ts'
import { consoleApi } from '../capabilities/console/api.server.ts'
import { deadlinesApi } from '../capabilities/deadlines/api.server.ts'
import { documentsApi } from '../capabilities/documents/api.server.ts'
import { guidanceApi } from '../capabilities/guidance/api.server.ts'
import { lawyersApi } from '../capabilities/lawyers/api.server.ts'
import { marketApi } from '../capabilities/market/api.server.ts'
import { moderationApi } from '../capabilities/moderation/api.server.ts'
import { noticesApi } from '../capabilities/notices/api.server.ts'
import { onboardingApi } from '../capabilities/onboarding/api.server.ts'
import { openCasesApi } from '../capabilities/open-cases/api.server.ts'
import { plansApi } from '../capabilities/plans/api.server.ts'
import { privacyApi } from '../capabilities/privacy/api.server.ts'
import { progressApi } from '../capabilities/progress/api.server.ts'
import { proposalsApi } from '../capabilities/proposals/api.server.ts'
import { quickRepliesApi } from '../capabilities/quick-replies/api.server.ts'
import { reviewsApi } from '../capabilities/reviews/api.server.ts'
import { safeContactApi } from '../capabilities/safe-contact/api.server.ts'
import { searchApi } from '../capabilities/search/api.server.ts'
import { securityApi, signInApi } from '../capabilities/security/api.server.ts'
import { verificationApi } from '../capabilities/verification/api.server.ts'
import { workspaceApi } from '../capabilities/workspace/api.server.ts'
import type { Context } from '../platform/rpc/context.server.ts'
import { handleCallErrors } from '../platform/rpc/rpc.server.ts'
import { guardCall } from './admin-guard.ts'

/**
 * Every operation of Amparo, by slice: the source of the browser's client, the loaders' client and the
 * OpenAPI document.
 */
export const api = {
  // The sign-in was part of the slice accounts; it keeps its name for the same reason as those of cases.
  accounts: { ...accountsApi, ...signInApi },
  safeContact: safeContactApi,
  notices: noticesApi,
  security: securityApi,
  lawyers: lawyersApi,
  guidance: guidanceApi,
  onboarding: onboardingApi,
  verification: verificationApi,
  plans: plansApi,
  // The market was part of the slice cases; its operations keep their names for open pages and other clients.
  cases: { ...casesApi, ...marketApi },
  deadlines: deadlinesApi,
  progress: progressApi,
  chat: chatApi,
  quickReplies: quickRepliesApi,
  proposals: proposalsApi,
  openCases: openCasesApi,
  consents: consentsApi,
  closings: closingsApi,
  // As in cases: the documents were part of the slice workspace.
  workspace: { ...workspaceApi, ...documentsApi },
  calendar: calendarApi,
  reviews: reviewsApi,
  search: searchApi,
  moderation: moderationApi,
  console: consoleApi,
  privacy: privacyApi,
  // The earlier name of account-deletion, kept for the same clients.
  departure: accountDeletionApi,
}

/** The in-process client of one request: the same procedures and guards as over HTTP. */
export function inProcessClient(context: Context): Record<string, unknown> {
  return createRouterClient(api, {
    context: () => context,
    interceptors: [
      ({ next, path }) =>
        handleCallErrors({
          context,
          path,
          next: () => guardCall(context, path, next),
        }),
    ],
  })
}

/** OpenAPI 3.1 document of every operation, with paths under /api. */
export async function openApiDocument(publicUrl: string): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(api, {
    info: {
      title: 'Amparo',
      version: '1',
      description: 'Todas las operaciones de Amparo. Los textos de error son los que ve una persona.',
    },
    servers: [{ url: `${publicUrl}/api` }],
  })
}
