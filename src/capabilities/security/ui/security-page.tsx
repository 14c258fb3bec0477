import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageContainer } from '../../../ui/layout/page-container.tsx'
import { securityQueries } from '../queries.ts'
import { MESSAGES, type Overview } from '../schema.ts'
import { DeviceList } from './device-list.tsx'
import { EmailRow } from './email-row.tsx'
import { FactorLossNotice } from './factor-loss-notice.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpRow } from './totp-row.tsx'

/** The page «Seguridad de tu cuenta». */
export function SecurityPage() {
  const query = useQuery(securityQueries().overview.queryOptions())
  useRefetchOn(['security', 'session'], securityQueries().overview.queryKey())
  return (
    <PageContainer className="pt-8 pb-14 md:pt-14 md:pb-18">
      <h1>Seguridad de tu cuenta</h1>
      <Loaded
        query={query}
        failed={MESSAGES.failed}
        label="Cargando la seguridad de tu cuenta…"
        level="h2"
        className="mt-8"
      >
        {(overview) => <Sections overview={overview} />}
      </Loaded>
    </PageContainer>
  )
}

const hasSecondStep = ({ totp, passkeys }: Overview) => totp !== null || passkeys.length > 0

const statusText = (overview: Overview) =>
  hasSecondStep(overview)
    ? `Tu cuenta pide un segundo paso. ${codesText(overview.codes?.left ?? 0)}`
    : 'Tu cuenta se abre solo con tu contraseña. Activa un segundo paso para protegerla mejor.'

function codesText(left: number): string {
  if (left === 0) return 'No te quedan códigos de recuperación: crea nuevos.'
  return `${left === 1 ? 'Te queda 1 código' : `Te quedan ${left} códigos`} de recuperación.`
}

function Sections({ overview }: { overview: Overview }) {
  const { isRequired, loss, passkeys, totp, codes, devices, email } = overview
  const isProtected = hasSecondStep(overview)
  const Icon = isProtected ? ShieldCheck : ShieldAlert
  return (
    <>
      <p className="mt-4 mb-8 flex gap-3">
        <Icon
          aria-hidden="true"
          className={`mt-0.5 size-5 shrink-0 ${isProtected ? 'text-verified' : 'text-muted'}`}
        />
        {statusText(overview)}
      </p>
      {isRequired && !isProtected && (
        <Notice kind="accent" className="mb-8">
          Activa el segundo paso para usar la administración.
        </Notice>
      )}
      {overview.needsNewPassword && (
        <Notice
          kind="accent"
          className="mb-8"
          title="Tu contraseña ya no sirve"
          action={<ButtonLink to="/recuperar-contrasena">Elegir otra contraseña</ButtonLink>}
        >
          Alguien avisó desde un correo tuyo que no fuiste tú. Te enviamos un enlace para elegir otra.
        </Notice>
      )}
      {loss && <FactorLossNotice dueAt={loss.dueAt} />}
      <Section
        title="Llaves de acceso"
        text={`Usa tu huella, rostro o PIN.${overview.needsNewPassword ? '' : ' Tu contraseña sigue sirviendo.'}`}
      >
        <PasskeyList passkeys={passkeys} totp={totp} />
      </Section>
      <Section title="Código de la aplicación" text="Seis números que cambian cada 30 segundos.">
        <TotpRow totp={totp} isOnly={passkeys.length === 0} />
      </Section>
      {isProtected && (
        <Section
          title="Códigos de recuperación"
          text="Para entrar si pierdes tu teléfono. Cada uno sirve una vez."
        >
          <RecoveryCodes codes={codes} />
        </Section>
      )}
      <Section title="Tus dispositivos">
        <DeviceList devices={devices} />
      </Section>
      <Section title="Correo">
        <EmailRow email={email} />
      </Section>
    </>
  )
}

/** A section: the title on the left, its card on the right. */
function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line py-6 md:grid-cols-[minmax(0,17.5rem)_minmax(0,1fr)] md:gap-10 md:py-8">
      <div className="grid content-start gap-1.5">
        <h2 className="text-h3">{title}</h2>
        {text && <p className="max-w-[28ch] text-small text-muted">{text}</p>}
      </div>
      <Card flush>{children}</Card>
    </section>
  )
}
