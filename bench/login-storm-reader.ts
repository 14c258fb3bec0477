// The reader of login-storm, in a thread of its own: the storm's own requests must not delay its clock.
import { parentPort, workerData } from 'node:worker_threads'

const { url, cookie, pace } = workerData as { url: string; cookie: string; pace: number }
const times: number[] = []
const pending: Promise<void>[] = []

const timer = setInterval(() => {
  const began = performance.now()
  const request = fetch(url, { headers: { cookie, 'x-forwarded-for': '10.9.9.9' } })
  pending.push(
    request.then((answer) => answer.arrayBuffer()).then(() => void times.push(performance.now() - began)),
  )
}, pace)

parentPort?.once('message', async () => {
  clearInterval(timer)
  await Promise.all(pending)
  parentPort?.postMessage(times)
})
