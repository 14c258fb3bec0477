/** A server that speaks OpenAI's chat completions, and misbehaves as told. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface AskedModel {
  headers: Record<string, string | string[] | undefined>
  body: { model: string; messages: { role: string; content: string }[]; [key: string]: unknown }
}

export interface StubModel {
  /** For LLM_URL. */
  url: string
  /** What it was asked, in order. */
  asked: AskedModel[]
  /** How it answers from now on. */
  answer: (response: ServerResponse) => unknown
  close(): Promise<void>
}

/** An answer as such servers write it. @param content what the model wrote: JSON, or whatever it likes */
export const completion = (content: unknown) => (response: ServerResponse) => {
  const words = typeof content === 'string' ? content : JSON.stringify(content)
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: words } }] }),
  )
}

export async function startStubModel(): Promise<StubModel> {
  const asked: AskedModel[] = []
  const server: Server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
    asked.push({ headers: request.headers, body })
    stub.answer(response)
  })
  const stub: StubModel = {
    url: '',
    asked,
    answer: completion({}),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return stub
}
