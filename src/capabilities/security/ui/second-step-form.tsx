import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageContainer } from '../../../ui/layout/page-container.tsx'
import type { SecurityContract } from '../contract.ts'
import { codeInput, MESSAGES, type PendingStep } from '../schema.ts'
import { CodeField, RecoveryCodeField } from './code-field.tsx'
import { OrDivider, PasskeyButton } from './passkey-button.tsx'
import { ProblemText } from './problem-text.tsx'
import { StepDeadline } from './step-deadline.tsx'
import { welcome } from './welcome.ts'

export interface SecondStepFormProps {
  /** What the account has. */
  ways: Pick<PendingStep, 'totp' | 'passkey'>
  /** Until this step expires. */
  secondsLeft: number
  /** DAT-50: when the second step is taken away, in words, if its 72 hours run. */
  loss: string | null
  /** Path of /login, for when this step has expired. */
  startAgain: string
  onSignedIn(): void
}

/** DAT-48: «Falta un paso»: a passkey, a code of the application or a recovery code. */
export function SecondStepForm({ ways, secondsLeft, loss, startAgain, onSignedIn }: SecondStepFormProps) {
  const [isRecovery, setRecovery] = useState(!ways.totp)
  const [isGone, setGone] = useState(false)
  const enter = () => {
    welcome()
    onSignedIn()
  }
  const form = useSchemaForm(codeInput, { code: '' })
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').finishSignIn,
    {
      onDone: enter,
      onFailure(failure) {
        setGone(failure.status === 404)
        return failure.message
      },
      toast: null,
      forVisitors: true,
    },
  )
  return (
    <PageContainer className="grid justify-items-center py-10 md:py-14">
      <div className="w-full max-w-form">
        <h1>Falta un paso</h1>
        <p className="mt-2 text-muted">
          Confirma que eres tú con {ways.passkey && 'una llave o con '}
          {isRecovery ? 'uno de tus códigos de recuperación.' : 'el código de tu aplicación.'}
        </p>
        <StepDeadline secondsLeft={secondsLeft} startAgain={startAgain} />
        {loss && (
          <Notice kind="danger" className="mt-5" title={MESSAGES.lossAsked}>
            {loss} Desde entonces entrarás solo con tu contraseña. Si entras con tu segundo paso, se cancela.
            Si no fuiste tú, entra y cambia tu contraseña.
          </Notice>
        )}
        <Card className="mt-6 grid gap-5">
          {ways.passkey && (
            <>
              <PasskeyButton
                variant="primary"
                label="Usar llave de acceso"
                use={(ceremony) => ceremony.signInWithPasskey(true)}
                onDone={enter}
                forVisitors
              />
              <OrDivider />
            </>
          )}
          <form method="post" noValidate onSubmit={submit} className="grid gap-5">
            {isRecovery ? <RecoveryCodeField {...field('code')} /> : <CodeField {...field('code')} />}
            {problem && (
              <Notice
                kind="danger"
                live
                action={isGone && <TextLink to={startAgain}>Iniciar Sesión</TextLink>}
              >
                <ProblemText text={problem} />
              </Notice>
            )}
            <SubmitButton
              variant={ways.passkey ? 'secondary' : 'primary'}
              size="lg"
              block
              pending={pending}
              pendingLabel="Confirmando…"
            >
              Continuar
            </SubmitButton>
          </form>
        </Card>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-1">
          {ways.totp && (
            <Button
              variant="quiet"
              className="-ml-4.5"
              onClick={() => {
                form.reset()
                setRecovery(!isRecovery)
              }}
            >
              {isRecovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
            </Button>
          )}
          <TextLink to="/recuperar-acceso">Perdí mi segundo paso</TextLink>
        </div>
      </div>
    </PageContainer>
  )
}
