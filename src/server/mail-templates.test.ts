import { describe, expect, test } from 'vitest'
import type { MailMessage } from '../platform/mail/mail.server.ts'
import { createMailer } from '../platform/mail/mailer.server.ts'
import { mailTemplates } from './tasks.ts'

/** Words that people wrote or that say what the e-mail is about: none may be in a discreet e-mail. */
const NAME = 'Camila Rojas'
const LINK = 'https://sitio.test/enlace#secreto'
const CODE = '482913'
const MATTER = 'Demanda por violencia'
const DATE = '2026-11-28T15:00:00Z'
const person = { name: NAME, link: LINK }
const unsubscribe = { url: 'https://sitio.test/baja/x', scope: 'all' }

/** What each template is sent with. */
const PROPS: Readonly<Record<string, object>> = {
  'accounts.recovery': { ...person, ended: false },
  'accounts.confirm-email': { link: LINK },
  'accounts.new-sign-in': { ...person, device: 'Chrome en Windows', at: DATE },
  'accounts.password-changed': person,
  'notices.notice': {
    name: NAME,
    subject: MATTER,
    sentence: MATTER,
    callToAction: 'Ábrelo',
    url: `${LINK}/causa`,
    unsubscribe,
  },
  'notices.digest': { name: NAME, sentences: [MATTER], more: 3, url: `${LINK}/causa`, unsubscribe },
  'security.confirm-new-email': { link: LINK },
  'security.email-wanted': person,
  'security.email-changed': { ...person, at: DATE },
  'security.email-disputed': { ...person, dueAt: DATE },
  'security.email-claimed': { ...person, support: 'soporte@sitio.test' },
  'security.email-decided': { ...person, end: 'kept' },
  'security.email-decisions-due': { count: 2, days: 5, link: LINK },
  'security.changed': { ...person, change: 'totp-on', alarm: `${LINK}2` },
  'security.passkey-refused': { ...person, passkey: 'Llave' },
  'security.factor-loss-link': person,
  'security.factor-loss-cancel': { ...person, dueAt: DATE },
  'security.factor-reset': { name: NAME, who: 'Andrés Muñoz' },
  'onboarding.code': { name: NAME, code: CODE },
  'onboarding.notice': { ...person, rut: '11.111.111-1' },
  'verification.verified': person,
  'verification.returned': { ...person, reason: MATTER },
  'verification.name-returned': { ...person, reason: MATTER },
  'moderation.appeals-due': { count: 2, days: 5, link: LINK },
  'privacy.copy-ready': { ...person, expiresAt: DATE },
  'privacy.requests-due': { lines: [MATTER], link: LINK },
  'privacy.desk-code': { code: CODE, accountLink: LINK },
  'privacy.desk': { subject: MATTER, text: MATTER, link: LINK },
  'privacy.desk-mail-failed': { number: 'S-2026-7', link: LINK },
}

/** What people have just asked for, and answers that they can read nowhere else. */
const ASKED_FOR = [
  'accounts.confirm-email',
  'accounts.recovery',
  'onboarding.code',
  'privacy.desk',
  'privacy.desk-code',
  'security.confirm-new-email',
  'security.factor-loss-link',
]

async function sent(name: string, choice: 'normal' | 'discreto' | 'ninguno'): Promise<MailMessage | null> {
  const template = mailTemplates.find((one) => one.name === name)
  const props = PROPS[name]
  if (!template || !props) throw new Error(`no template or no properties: ${name}`)
  let message: MailMessage | null = null
  const transport = async (one: MailMessage) => {
    message = one
  }
  const mailer = createMailer(transport, {
    choiceOf: async (address) => (address === 'camila@prueba.test' ? choice : 'normal'),
    publicUrl: 'https://sitio.test',
  })
  const isSent = await mailer({ template, props, to: 'camila@prueba.test', key: name })
  expect(isSent).toBe(message !== null)
  return message
}

/** A name, a matter, a date or hour, or a word of what Amparo is for. */
const TELLING =
  /amparo|camila|rojas|andr[eé]s|demanda|violencia|abogad|causa|caso|cliente|propuesta|document|legal|jur[ií]dic|cuenta|contrase|llave|clave|\d{1,2}:\d\d|\d+ de [a-z]+|<img/i

describe.each(Object.keys(PROPS))('%s', (name) => {
  test('PLZ-71 «Correo normal»: as written', async () => {
    const message = await sent(name, 'normal')
    expect(message?.fromName).toBeUndefined()
    expect(message?.subject).not.toBe('Tienes un aviso pendiente')
    expect(message?.text).toMatch(/Amparo/i)
  })

  test('PLZ-71 «Correo discreto»: no name, matter, date or product word; what works nowhere else is in it', async () => {
    const message = await sent(name, 'discreto')
    expect(message).toMatchObject({ subject: 'Tienes un aviso pendiente', fromName: 'Avisos' })
    const links = message?.text.match(/https:\S+/g) ?? []
    expect(message?.text).toContain('Entra cuando estés en un lugar seguro.')
    for (const part of [message?.html, message?.text])
      expect(links.reduce((rest, link) => rest.replaceAll(link, ''), part ?? '')).not.toMatch(TELLING)
    const carried = mailTemplates.find((one) => one.name === name)?.discreet?.(PROPS[name]) ?? {}
    expect(links[0]).toBe(carried.link ?? 'https://sitio.test/login')
    if (carried.code) expect(message?.text).toContain(`Código: ${carried.code}`)
  })

  test('PLZ-72 «No me escriban correos»: only what the person asked for, and that discreetly', async () => {
    const message = await sent(name, 'ninguno')
    if (ASKED_FOR.includes(name)) expect(message).toEqual(await sent(name, 'discreto'))
    else expect(message).toBeNull()
  })
})

test('PLZ-71 every template of Amparo is tested here', () => {
  expect(mailTemplates.map(({ name }) => name).toSorted()).toEqual(Object.keys(PROPS).toSorted())
})

test('PLZ-71 a code, or a link that works once, is also in the discreet form', () => {
  const carrying = mailTemplates.filter(
    ({ name, discreet }) => discreet?.(PROPS[name]).link ?? discreet?.(PROPS[name]).code,
  )
  expect(carrying.map(({ name }) => name).toSorted()).toEqual(
    [
      ...ASKED_FOR,
      'accounts.new-sign-in',
      'accounts.password-changed',
      'security.changed',
      'security.email-changed',
      'security.email-disputed',
      'security.factor-loss-cancel',
    ].toSorted(),
  )
})
