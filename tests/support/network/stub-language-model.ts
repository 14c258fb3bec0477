/** A stub server of OpenAI's chat completions API with configurable replies. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ModelRequest {
  headers: Record<string, string | string[] | undefined>
  body: { model: string; messages: { role: string; content: string }[]; [key: string]: unknown }
}

export interface StubModel {
  /** The value for LLM_URL. */
  url: string
  /** Requests so far, in order. */
  requests: ModelRequest[]
  /** Writes the reply to each request from now on. */
  respond: (response: ServerResponse) => unknown
  close(): Promise<void>
}

/** Builds a regular reply. @param content of the model's message: a string, or a value that becomes JSON */
export const completion = (content: unknown) => (response: ServerResponse) => {
  const message = typeof content === 'string' ? content : JSON.stringify(content)
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: message } }] }),
  )
}

/** @param host 127.0.0.2 counts as another machine */
export async function startStubModel(host: '127.0.0.1' | '127.0.0.2' = '127.0.0.1'): Promise<StubModel> {
  const requests: ModelRequest[] = []
  const server: Server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
    requests.push({ headers: request.headers, body })
    stub.respond(response)
  })
  const stub: StubModel = {
    url: '',
    requests,
    respond: completion({}),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  await new Promise<void>((done) => server.listen(0, host, done))
  stub.url = `http://${host}:${(server.address() as AddressInfo).port}/v1`
  return stub
}
