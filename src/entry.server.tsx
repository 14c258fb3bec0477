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
import { nonceContext, reportContext } from './platform/rpc/router-context.ts'

/** Streaming of late parts stops after this many milliseconds. */
export const streamTimeout = 8_000

/** Unknown addresses and refusals are not faults; what is, goes to the log with the request's id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportContext)(error)
}

/**
 * React writes a page in pieces of 2 KB and says when all that is ready has been written. The pieces go on as one:
 * each is compressed by itself, and fourteen of them are a tenth larger than one (measured).
 */
class Gathering extends PassThrough {
  private readonly pieces: Buffer[] = []
  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.pieces.push(piece)
    done()
  }
  override _flush(done: TransformCallback) {
    this.flush()
    done()
  }
  /** React calls it. */
  flush() {
    if (this.pieces.length > 0) this.push(Buffer.concat(this.pieces.splice(0)))
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
  const report = context.get(reportContext)
  const bot = isbot(request.headers.get('user-agent') ?? '')

  return new Promise<Response>((resolve, reject) => {
    let streaming = false
    const send = () => {
      const body = new Gathering({
        final(done) {
          clearTimeout(late)
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
        // Crawlers get the whole page at once; people get its shell first.
        [bot ? 'onAllReady' : 'onShellReady']() {
          streaming = true
          // What is ready a moment later (React Router's own data, in two boundaries) then stands in its place. Sent
          // after the shell it would bring 1.1 KB of React's program for moving it there.
          setImmediate(() => setImmediate(send))
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
