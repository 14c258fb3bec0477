import type { LanguageModel } from './config/config.ts'

/** What a model may answer at most, bytes of the whole HTTP body; more is given up. */
const ANSWER_MAX = 64_000

/**
 * Asks a server that speaks OpenAI's chat completions for one JSON object. Nothing is kept here, and nothing of question
 * or answer is logged.
 * @param prompt what the model is to do, and what it is to do it with
 * @returns whatever JSON the model wrote: to be validated as one would a stranger's input
 * @throws when the server does not answer in time, answers with a fault, or with no JSON
 */
export async function askLanguageModel(
  { url, model, key, timeout }: LanguageModel,
  prompt: { system: string; user: string },
): Promise<unknown> {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    // Another address was never agreed to: what a person wrote does not follow a redirect.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
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
  const body = JSON.parse(await textOf(answer)) as { choices?: { message?: { content?: unknown } }[] }
  const content = body?.choices?.[0]?.message?.content
  if (typeof content !== 'string') throw new Error('language model answered without words')
  return JSON.parse(content)
}

async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > ANSWER_MAX) throw new Error('language model answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
