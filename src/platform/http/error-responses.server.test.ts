import { expect, test } from 'vitest'
import { errorCodeOf, isRpcUrl } from './error-responses.server.ts'

test('a status without an error code of its own is INTERNAL_SERVER_ERROR', () => {
  expect([404, 503, 418, 599].map(errorCodeOf)).toEqual([
    'NOT_FOUND',
    'SERVICE_UNAVAILABLE',
    'INTERNAL_SERVER_ERROR',
    'INTERNAL_SERVER_ERROR',
  ])
})

test('RPC URLs are those below /api/rpc', () => {
  expect(['/api/rpc/chat/send', '/api/rpc/'].map(isRpcUrl)).toEqual([true, true])
  expect(['/api/rpc', '/api/chat/send', '/x/api/rpc/'].map(isRpcUrl)).toEqual([false, false, false])
})
