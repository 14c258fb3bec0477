import { PassThrough, type TransformCallback } from 'node:stream'
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
import { nonceContext, reportErrorContext } from './platform/routing/router-context.ts'

/** Milliseconds after which React Router stops streaming pending data. */
export const streamTimeout = 8_000

/** Logs errors with the request's id. Route error responses (unknown addresses, refusals) are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportErrorContext)(error)
}

/**
 * React writes a page in chunks of 2 KB and calls `flush` when it has written everything that is ready. Sends
 * all chunks of a flush as one, because each chunk is compressed separately and large ones compress better
 * (docs/decisions/0009).
 */
class CoalescingStream extends PassThrough {
  private readonly chunks: Buffer[] = []
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.chunks.push(chunk)
    done()
  }
  override _flush(done: TransformCallback) {
    this.flush()
    done()
  }
  /** Called by React. */
  flush() {
    if (this.chunks.length > 0) this.push(Buffer.concat(this.chunks.splice(0)))
  }
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
  const report = context.get(reportErrorContext)
  const bot = isbot(request.headers.get('user-agent') ?? '')

  return new Promise<Response>((resolve, reject) => {
    let streaming = false
    const send = () => {
      const body = new CoalescingStream({
        final(done) {
          clearTimeout(abortTimer)
          done()
        },
      })
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
    }
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        // Crawlers get the complete page; browsers get the shell first.
        [bot ? 'onAllReady' : 'onShellReady']() {
          streaming = true
          // Boundaries that resolve within two turns (React Router's own data) become part of the shell. Sent
          // after it they would need React's script that moves them into place.
          setImmediate(() => setImmediate(send))
        },
        onShellError: reject,
        onError(error: unknown) {
          // Errors of the shell are reported once, by handleError.
          if (streaming) report(error)
        },
      },
    )
    const abortTimer = setTimeout(abort, streamTimeout + 1_000)
  })
}
