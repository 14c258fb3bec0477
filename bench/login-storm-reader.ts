// The reader of `login-storm`. It is a process of its own, so that the logins neither delay its clock nor
// lower its priority. It warms up before it measures.
const [url = '', cookie = '', interval = '10'] = process.argv.slice(2)
const WARM_UP_REQUESTS = 200

let times: number[] = []
let pending: Promise<void>[] = []
let timer: NodeJS.Timeout | undefined

async function measureRequest(): Promise<void> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers: { cookie, 'x-forwarded-for': '10.9.9.9' } })
  await answer.arrayBuffer()
  times.push(performance.now() - startedAt)
}

process.on('message', async (command) => {
  if (command === 'begin') {
    times = []
    pending = []
    timer = setInterval(() => pending.push(measureRequest()), Number(interval))
  } else {
    clearInterval(timer)
    await Promise.all(pending)
    process.send?.(times)
  }
})
process.on('disconnect', () => process.exit(0))
for (let at = 0; at < WARM_UP_REQUESTS; at++) await measureRequest()
process.send?.('ready')

export {}
