import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { legalTextOf, OPERATOR } from '../../tests/support/data/legal-text.tsx'
import Privacy from '../routes/privacy.tsx'
import { retentionRules } from './tasks.ts'

/** What the annex says of each rule; null: it is about no person. */
const SAID: Readonly<Record<string, string | null>> = {
  sessions: 'Sesiones: hasta 7 días después del último uso',
  'account-links': 'hasta que vencen o',
  'email-codes': 'hasta que vencen o',
  'review-grants': 'hasta que vencen o',
  'sign-in-challenges': 'hasta que vencen o',
  'passkey-challenges': 'hasta que vencen o',
  'known-devices': 'Los equipos desde los que entraste: 400 días',
  'factor-losses': 'Lo que pediste sobre tu segundo paso o tu correo: 400 días',
  consents: 'consentimientos y decisiones: 5 años',
  requests: 'Solicitudes, consentimientos y decisiones: 5 años',
  'email-changes': 'Lo que pediste sobre tu segundo paso o tu correo: 400 días',
  'request-files': 'Los archivos de una solicitud y quién la hizo sin cuenta: 1 año',
  'desk-askers': 'Los archivos de una solicitud y quién la hizo sin cuenta: 1 año',
  'identity-evidence': 'El documento con que probaste quién eres: 30 días después de la respuesta',
  'unconfirmed-requests': 'Una solicitud sin confirmar: 10 días',
  attempts: 'enviados: hasta que vencen o, a más tardar, 30 días',
  'mail-attempts': 'enviados: hasta que vencen o, a más tardar, 30 días',
  notices: 'Avisos: 180 días si los leíste, 365 si no',
  'id-cards-verified': '30 días después de verificarlo',
  'id-cards-returned': '180 después de devolver su perfil',
  'dismissed-report-evidence': '30 días si no hubo infracción',
  'report-evidence': 'Lo que se copió para un reporte: 1 año desde la respuesta',
  reports: 'El reporte: 5 años',
  looks: 'Quién vio tus datos: 2 años',
  'retention-runs': null,
}

test('DAT-34 the annex says every period of the rules of retention', () => {
  const text = legalTextOf(
    <Privacy {...({ loaderData: { operator: OPERATOR } } as ComponentProps<typeof Privacy>)} />,
  )
  expect(retentionRules.map(({ name }) => name).toSorted()).toEqual(Object.keys(SAID).toSorted())
  for (const said of Object.values(SAID)) if (said) expect(text).toContain(said)
})
