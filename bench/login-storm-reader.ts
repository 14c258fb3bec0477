// The reader of login-storm, in a process of its own: the storm's requests must not delay its clock, nor must it give way as
// they do. It has read for a while before it is asked to measure, or its own first steps would be measured.
const [url = '', cookie = '', pace = '10'] = process.argv.slice(2)
/** Readings before the first one that counts. */
const WARM = 200

let times: number[] = []
let pending: Promise<void>[] = []
let timer: NodeJS.Timeout | undefined

async function look(): Promise<void> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { cookie, 'x-forwarded-for': '10.9.9.9' } })
  await answer.arrayBuffer()
  times.push(performance.now() - began)
}

process.on('message', async (word) => {
  if (word === 'begin') {
    times = []
    pending = []
    timer = setInterval(() => pending.push(look()), Number(pace))
  } else {
    clearInterval(timer)
    await Promise.all(pending)
    process.send?.(times)
  }
})
process.on('disconnect', () => process.exit(0))
for (let at = 0; at < WARM; at++) await look()
process.send?.('ready')

export {}
