import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { legalTextOf, OPERATOR } from '../../tests/support/data/legal-text.tsx'
import { REVIEW_LINK_SECONDS } from '../capabilities/onboarding/rules.ts'
import { dataInventory } from '../capabilities/privacy/inventory.ts'
import { COPY_DAYS } from '../capabilities/privacy/rules.ts'
import { isPersonal } from '../platform/personal-data/inventory.ts'
import { fileBuckets } from '../platform/personal-data/stores.ts'
import Privacy from '../routes/privacy.tsx'
import { retentionRules } from './tasks.ts'

const FIVE_YEARS = 5 * 365
/** The days of each rule, and what the annex says of it; null: it is about no person. */
const SAID: Readonly<Record<string, [number, string] | null>> = {
  sessions: [0, 'Sesiones: hasta 7 días después del último uso'],
  'account-links': [0, 'hasta que vencen o'],
  'email-codes': [1 / 24, 'hasta que vencen o'],
  'review-grants': [0, 'hasta que vencen o'],
  'sign-in-challenges': [0, 'hasta que vencen o'],
  'passkey-challenges': [0, 'hasta que vencen o'],
  'replaced-passwords': [0, 'El resumen de una contraseña anterior: 7 días'],
  'known-devices': [400, 'Los equipos desde los que entraste: 400 días'],
  'factor-losses': [400, 'Lo que pediste sobre tu segundo paso o tu correo: 400 días'],
  consents: [FIVE_YEARS, 'Solicitudes y consentimientos: 5 años'],
  requests: [FIVE_YEARS, 'Solicitudes y consentimientos: 5 años'],
  'email-changes': [400, 'Lo que pediste sobre tu segundo paso o tu correo: 400 días'],
  'request-files': [365, 'Los archivos de una solicitud y quién la hizo sin cuenta: 1 año'],
  'desk-askers': [365, 'Los archivos de una solicitud y quién la hizo sin cuenta: 1 año'],
  'identity-evidence': [30, 'El documento con que probaste quién eres: 30 días después de la respuesta'],
  'unconfirmed-requests': [10, 'Una solicitud sin confirmar: 10 días'],
  attempts: [1, 'enviados: hasta que vencen o, a más tardar, 30 días'],
  'mail-attempts': [30, 'enviados: hasta que vencen o, a más tardar, 30 días'],
  notices: [180, 'Avisos: 180 días si los leíste, 365 si no'],
  'id-cards-verified': [30, '30 días después de verificarlo'],
  'id-cards-returned': [180, '180 después de devolver su perfil'],
  'dismissed-report-evidence': [30, '30 días si no hubo infracción'],
  'report-evidence': [365, 'Lo que se copió para un reporte: 1 año desde la respuesta'],
  reports: [FIVE_YEARS, 'El reporte: 5 años'],
  looks: [730, 'Quién vio tus datos: 2 años'],
  'former-lawyers': [FIVE_YEARS, 'Lo que se decidió sobre un abogado que eliminó su cuenta: 5 años'],
  'retention-runs': null,
}

test('DAT-34 the annex says every period of the rules of retention', () => {
  const text = legalTextOf(
    <Privacy {...({ loaderData: { operator: OPERATOR } } as ComponentProps<typeof Privacy>)} />,
  )
  expect(retentionRules.map(({ name }) => name).toSorted()).toEqual(Object.keys(SAID).toSorted())
  for (const { name, seconds } of retentionRules) {
    const said = SAID[name]
    if (!said) continue
    expect([name, seconds / 86_400]).toEqual([name, said[0]])
    expect(text).toContain(said[1])
  }
})

const UNIT_DAYS: Readonly<Record<string, number>> = { año: 365, día: 1, hora: 1 / 24 }
const NUMBERS: Readonly<Record<string, number>> = { un: 1, dos: 2, cinco: 5, siete: 7, diez: 10 }

/** Every length of time in a text, in days, which a number without unit also means; NaN for an unknown word. */
const daysIn = (text: string): number[] =>
  [...text.toLowerCase().matchAll(/(\S+) (año|mes|semana|día|hora)|(\d+)(?! minuto)/g)].map(
    ([, count = '', unit = '', bare]) =>
      bare ? Number(bare) : (NUMBERS[count] ?? Number(count)) * (UNIT_DAYS[unit] ?? Number.NaN),
  )

test('DAT-38 the period of each rule, as «Retención» shows it, says its days', () => {
  const wrong = retentionRules.filter(
    ({ period, seconds }) => seconds > 0 && !daysIn(period).includes(seconds / 86_400),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

/** What the days in each period of the inventory are: those of a rule, or days that something else deletes by. */
const INVENTORY_DAYS: Readonly<Record<string, readonly (string | number)[]>> = {
  consent_movements: ['consents', 'consents'],
  session: [7],
  known_devices: ['known-devices'],
  factor_losses: ['factor-losses'],
  email_changes: ['email-changes'],
  review_grants: [REVIEW_LINK_SECONDS / 86_400],
  former_lawyers: ['former-lawyers'],
  former_grants: [30],
  case_documents: [30],
  reports: ['reports'],
  'reports.detail': ['report-evidence', 'dismissed-report-evidence'],
  report_evidence: ['report-evidence', 'dismissed-report-evidence'],
  replaced_passwords: [7],
  data_copies: [COPY_DAYS],
  data_requests: ['requests'],
  'data_requests.file_keys': ['request-files'],
  'data_requests.identity_keys': ['identity-evidence'],
  request_messages: ['requests'],
  desk_requests: ['desk-askers', 'unconfirmed-requests'],
  events: [7],
  'audit_log.person_id': ['looks'],
  'audit_log.purpose': ['looks'],
  'files: identidad': ['id-cards-verified', 'id-cards-returned'],
  'files: certificados': [30],
  'files: copias': [COPY_DAYS],
  'files: evidencia': ['request-files', 'identity-evidence'],
}

test('DAT-02, DAT-34 the periods that «Tus datos» shows are those of the rules', () => {
  const periods: [name: string, period: string][] = [
    ...Object.entries(dataInventory).flatMap(([name, table]): [string, string][] => {
      if (!isPersonal(table)) return []
      const own = Object.entries(table.columns).map(([column, entry]): [string, string] => [
        `${name}.${column}`,
        typeof entry === 'string' ? '' : (entry.period ?? ''),
      ])
      return [[name, table.period], ...own]
    }),
    ...Object.entries(fileBuckets).map(([bucket, { period }]): [string, string] => [
      `files: ${bucket}`,
      period,
    ]),
  ]
  const said = periods.map(([name, period]) => [name, daysIn(period)] as const)
  const daysOf = (name: string) => (retentionRules.find((rule) => rule.name === name)?.seconds ?? 0) / 86_400
  const meant = Object.entries(INVENTORY_DAYS).map(([name, days]) => [
    name,
    days.map((one) => (typeof one === 'string' ? daysOf(one) : one)),
  ])
  expect(Object.fromEntries(said.filter(([, days]) => days.length > 0))).toEqual(Object.fromEntries(meant))
})
