import { expect, test } from 'vitest'
import { completeProfile } from '../../src/demo-data/lawyers.ts'
import { useTestApp } from '../support/app/suite.ts'

const suite = useTestApp()

const verified = (name?: string) =>
  suite.member({ role: 'lawyer', verificationStatus: 'verified', ...(name && { name }) })

test('OPEN-50: telephone, e-mail and links in a description are hidden from everybody but its lawyer', async () => {
  const member = await verified('Amanda Riquelme Pino')
  const description =
    'Divorcios en Av. Providencia 1234.\nEscríbeme a amanda@riquelme.cl, al 98765\n4321 o por t.me/amanda. Desde $40.000.'
  await completeProfile(suite.platform.db, member.id, { description })
  const shown =
    'Divorcios en Av. Providencia 1234.\nEscríbeme a [dato oculto], al [dato oculto] o por [dato oculto]. Desde $40.000.'
  const others = await Promise.all([suite.member(), suite.member({ role: 'admin' }), verified()])
  for (const one of [suite.visitor(), ...others])
    expect((await one.get(`/api/lawyers/${member.id}`)).json()).toMatchObject({ description: shown })
  expect((await member.get(`/api/lawyers/${member.id}`)).json()).toMatchObject({ description })
  expect((await member.get('/api/lawyers/own-profile')).json()).toMatchObject({ description })
})
