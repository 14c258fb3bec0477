import type { LanguageModel } from './config/config.ts'

/** Maximum size of the HTTP response; a larger one is an error. */
const MAX_RESPONSE_BYTES = 64_000

/**
 * Requests one JSON object from an OpenAI-compatible chat completions API. Neither prompt nor response is
 * stored or logged.
 * @param prompt instructions (system) and input (user)
 * @returns parsed JSON, untrusted: validate it like user input
 * @throws on timeout, an HTTP error status, a response over MAX_RESPONSE_BYTES, or one that is not JSON
 */
export async function askLanguageModel(
  { url, model, key, timeoutMs }: LanguageModel,
  prompt: { system: string; user: string },
): Promise<unknown> {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    // The operator chose this host; a redirect must not send a person's text to another.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      temperature: 0,
      max_tokens: 400,
      stream: false,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: prompt.system },
        { role: 'user', content: prompt.user },
      ],
    }),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`language model answered ${answer.status}`)
  }
  const body = JSON.parse(await readBody(answer)) as { choices?: { message?: { content?: unknown } }[] }
  const content = body?.choices?.[0]?.message?.content
  if (typeof content !== 'string') throw new Error('language model answered without text')
  return JSON.parse(content)
}

async function readBody(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw new Error('language model answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
