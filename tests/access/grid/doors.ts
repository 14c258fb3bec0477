/** Every operation of the API with both its doors. */
import { traverseContractProcedures } from '@orpc/server'
import { api } from '../../../src/server/api.ts'
import type { Answer, Client } from '../../support/http.ts'

export interface Operation {
  /** As the browser calls it: accounts.login. */
  name: string
  method: string
  /** Below /api, as the OpenAPI document says. */
  path: string
}

export const operations: Operation[] = []
traverseContractProcedures({ router: api, path: [] }, ({ contract, path }) => {
  const { method = 'POST', path: address = '' } = contract['~orpc'].route
  operations.push({ name: path.join('.'), method, path: `/api${address}` })
})

/** As a query carries it: `a=1&list[0]=x`. */
export function queryOf(input: object): string {
  const pairs = Object.entries(input).flatMap(([key, value]): [string, string][] =>
    Array.isArray(value) ? value.map((one, at) => [`${key}[${at}]`, String(one)]) : [[key, String(value)]],
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** Asks at the OpenAPI door or the browser's own. */
export function ask(
  client: Client,
  { name, method, path }: Operation,
  door: 'rest' | 'rpc',
  input: unknown,
): Promise<Answer> {
  if (door === 'rpc')
    return client.post(`/api/rpc/${name.replaceAll('.', '/')}`, input === undefined ? {} : { json: input })
  const given = { ...(input as Record<string, unknown> | undefined) }
  const address = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(given[key])
    delete given[key]
    return encodeURIComponent(value)
  })
  return method === 'GET' ? client.get(address + queryOf(given)) : client.post(address, given)
}
