/** All operations of the API, callable through REST and RPC. */
import { traverseContractProcedures } from '@orpc/server'
import { api } from '../../../src/server/api.ts'
import type { Client, HttpResponse } from '../../support/network/http-client.ts'

export interface Operation {
  /** RPC name, for example accounts.login. */
  name: string
  method: string
  /** URL path of the REST operation, starting with /api. */
  path: string
}

export const operations: Operation[] = []
traverseContractProcedures({ router: api, path: [] }, ({ contract, path }) => {
  const { method = 'POST', path: restPath = '' } = contract['~orpc'].route
  operations.push({ name: path.join('.'), method, path: `/api${restPath}` })
})

/** Serializes an input as a query string: `?a=1&list[0]=x`. */
export function queryOf(input: object): string {
  const pairs = Object.entries(input).flatMap(([key, value]): [string, string][] =>
    Array.isArray(value) ? value.map((one, at) => [`${key}[${at}]`, String(one)]) : [[key, String(value)]],
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** Calls an operation through REST or RPC. */
export function callOperation(
  client: Client,
  { name, method, path }: Operation,
  protocol: 'rest' | 'rpc',
  input: unknown,
): Promise<HttpResponse> {
  if (protocol === 'rpc')
    return client.post(`/api/rpc/${name.replaceAll('.', '/')}`, input === undefined ? {} : { json: input })
  const fields = { ...(input as Record<string, unknown> | undefined) }
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(fields[key])
    delete fields[key]
    return encodeURIComponent(value)
  })
  return method === 'GET' ? client.get(url + queryOf(fields)) : client.post(url, fields)
}
