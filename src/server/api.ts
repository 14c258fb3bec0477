import { OpenAPIGenerator } from '@orpc/openapi'
import { createRouterClient } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { accountsApi } from '../capabilities/accounts/api.server.ts'
import { departureApi } from '../capabilities/departure/api.server.ts'
import { plansApi } from '../capabilities/plans/api.server.ts'
import type { Context } from '../platform/rpc/context.server.ts'
import { guardCall } from '../platform/rpc/rpc.server.ts'

/** Every operation of Amparo, by slice. The browser, the loaders and the OpenAPI document all come from here. */
export const api = {
  accounts: accountsApi,
  plans: plansApi,
  departure: departureApi,
}

/** The in-process client of one request: the same procedures, the same guards, no HTTP between. */
export function inProcessClient(context: Context): Record<string, unknown> {
  return createRouterClient(api, {
    context: () => context,
    interceptors: [({ next, path }) => guardCall({ context, path, next: () => next() })],
  })
}

/** OpenAPI 3.1 of every operation, paths below /api. */
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
