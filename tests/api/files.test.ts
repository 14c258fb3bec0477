import { utimes } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesTasks } from '../../src/platform/files/sweep.server.ts'
import { startAppProcess } from '../support/app/app-process.ts'
import { type Member, useAppProcesses } from '../support/app/suite.ts'
import { eventually } from '../support/database/test-database.ts'
import { listFiles, pdf } from '../support/files/test-files.ts'

// Uploads to an application process: their memory, and what a kill leaves behind.

const MB = 1024 * 1024
const suite = useAppProcesses()
const lawyer = () => suite.member({ role: 'lawyer', verificationStatus: 'profile_pending' })

/** Starts an upload that never ends. */
function startUpload(member: Member, url = suite.app.url): http.ClientRequest {
  const request = http.request(`${url}/api/files/identidad`, {
    method: 'PUT',
    headers: {
      origin: url,
      cookie: [...member.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-length': 4 * MB,
    },
  })
  request.on('error', () => {})
  request.write(pdf(4 * MB).subarray(0, 2 * MB))
  return request
}

const rows = (member: Member) =>
  suite.database.sql<{ state: string }>('select state from stored_files where owner_id = $1', [member.id])

/** Returns the resident memory of the application in bytes, from /metrics. */
async function memory(): Promise<number> {
  const metrics = await suite.visitor(null).get('/metrics', { host: `127.0.0.1:${suite.app.port}` })
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics.text)?.[1])
}

describe('the memory of uploads does not depend on their size', () => {
  test('abuse 33: forty of 9 MB at once take far less memory than 360 MB', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, lawyer))
    const body = pdf(9 * MB)
    const send = (member: Member) => member.send('/api/files/identidad', { method: 'PUT', body })
    expect((await send(members[0] as Member)).status).toBe(201)
    const before = await memory()
    expect(before).toBeGreaterThan(30 * MB)
    let maxMemory = before
    let isOver = false
    const watch = (async () => {
      while (!isOver) maxMemory = Math.max(maxMemory, await memory())
    })()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send(members[index % 8] as Member)),
    )
    isOver = true
    await watch
    expect(answers.map((one) => one.status)).toEqual(Array(40).fill(201))
    // Garbage that is not yet collected may take about 100 MB; it does not grow with the files.
    expect((maxMemory - before) / MB).toBeLessThan(200)
  })
})

describe('a process that is killed', () => {
  test('leaves a part and a row that the sweep finds, and no file that can be opened', {
    tags: 'built',
  }, async () => {
    const member = await lawyer()
    const second = await startAppProcess({ databaseUrl: suite.database.url })
    const request = startUpload(member, second.url)
    await eventually(async () => (await rows(member)).length === 1)
    await eventually(async () => (await listFiles(suite.platform)).arriving.length === 1)
    await second.kill()
    request.destroy()
    expect(await rows(member)).toEqual([{ state: 'arriving' }])
    expect((await listFiles(suite.platform)).kept.filter((key) => key.includes(member.id))).toEqual([])
    // As if a day had passed.
    await suite.database.sql(
      `update stored_files set created_at = created_at - interval '25 hours' where owner_id = $1`,
      [member.id],
    )
    const [part] = (await listFiles(suite.platform)).arriving
    await utimes(path.join(suite.platform.files.incomingDir, part ?? ''), new Date(0), new Date(0))
    await filesTasks(suite.platform)['files:sweep']?.({}, 1)
    // A job of the other application deletes the row.
    await eventually(async () => (await rows(member)).length === 0)
    expect((await listFiles(suite.platform)).arriving).toEqual([])
  })
})
