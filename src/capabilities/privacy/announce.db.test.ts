import { expect, test } from 'vitest'
import { useTestApp } from '../../../tests/support/app/suite.ts'
import { withClockAt } from '../../../tests/support/database/platform-at.ts'
import { CHANGED_VERSIONS, versionId } from '../consents/rules.ts'
import { announceVersions } from './commands.server.ts'
import { versionNoticeKind } from './rules.ts'

const suite = useTestApp()
const [version = CHANGED_VERSIONS[0]] = CHANGED_VERSIONS
const kind = version ? versionNoticeKind(versionId(version)) : ''
const createEarlier = async (role: 'client' | 'lawyer' = 'client') => {
  const member = await suite.member({ role })
  await suite.database.sql(`update "user" set "createdAt" = '2026-01-15' where id = $1`, [member.id])
  return member
}
const noticesOf = (userId: string) =>
  suite.database.sql('select kind from notices where user_id = $1 and kind = $2', [userId, kind])

test('DAT-33 who registered before a changed version gets one notice, whose «Entendido» only marks it as read', async () => {
  const [client, lawyer, late] = [await createEarlier(), await createEarlier('lawyer'), await suite.member()]
  await suite.database.sql(`update "user" set "createdAt" = '2027-01-15' where id = $1`, [late.id])
  // Two processes at once, and a later run.
  await Promise.all([announceVersions(suite.platform), announceVersions(suite.platform)])
  await announceVersions(suite.platform)
  expect([await noticesOf(client.id), await noticesOf(lawyer.id), await noticesOf(late.id)]).toEqual([
    [{ kind }],
    [{ kind }],
    [],
  ])
  const { notices } = (await client.get('/api/notices/list')).json<{
    notices: { id: string; sentence: string; path: string; is_acknowledged: boolean; is_read: boolean }[]
  }>()
  expect(notices).toHaveLength(CHANGED_VERSIONS.length)
  const notice = notices.find(({ path }) => path === '/privacidad')
  expect(notice).toMatchObject({ is_acknowledged: true, is_read: false })
  expect(notice?.sentence).toMatch(
    /^Actualizamos la Política de Privacidad: .+\. Rige desde el .+ de 2026\.$/,
  )
  const before = await suite.database.sql('select count(*) from consent_movements')
  expect((await client.post('/api/notices/read', { noticeId: notice?.id })).status).toBe(200)
  expect(await suite.database.sql('select count(*) from consent_movements')).toEqual(before)
})

test('DAT-33 after the time of the announcement nobody is told any more', async () => {
  const client = await createEarlier()
  await withClockAt(suite, '12:00', 200, announceVersions)
  expect(await noticesOf(client.id)).toEqual([])
})
