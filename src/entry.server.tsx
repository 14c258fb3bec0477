import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { NonceProvider } from './platform/http/nonce.ts'
import { nonceContext, reportContext } from './platform/rpc/router-context.ts'

/** Streaming of late parts stops after this many milliseconds. */
export const streamTimeout = 8_000

/** Unknown addresses and refusals are not faults; what is, goes to the log with the request's id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportContext)(error)
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext)
  const report = context.get(reportContext)
  const bot = isbot(request.headers.get('user-agent') ?? '')

  return new Promise<Response>((resolve, reject) => {
    let streaming = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        // Crawlers get the whole page at once; people get its shell first.
        [bot ? 'onAllReady' : 'onShellReady']() {
          streaming = true
          const body = new PassThrough({
            final(done) {
              clearTimeout(late)
              done()
            },
          })
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        },
        onShellError: reject,
        onError(error: unknown) {
          // Faults of the shell are reported once, by handleError.
          if (streaming) report(error)
        },
      },
    )
    const late = setTimeout(abort, streamTimeout + 1_000)
  })
}
