import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { legalTextOf, OPERATOR } from '../../tests/support/data/legal-text.tsx'
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
