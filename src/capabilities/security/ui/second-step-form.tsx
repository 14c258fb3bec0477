import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageContainer } from '../../../ui/layout/page-container.tsx'
import type { SecurityContract } from '../contract.ts'
import { codeInput } from '../schema.ts'
import { CodeField } from './code-field.tsx'
import { welcome } from './welcome.ts'

export interface SecondStepFormProps {
  /** Path of /login, for when this step has expired. */
  startAgain: string
  onSignedIn(): void
}

/** DAT-48: «Falta un paso»: a code of the application, or a recovery code. */
export function SecondStepForm({ startAgain, onSignedIn }: SecondStepFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [isGone, setGone] = useState(false)
  const form = useSchemaForm(codeInput, { code: '' })
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').finishSignIn,
    {
      onDone() {
        welcome()
        onSignedIn()
      },
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
          {isRecovery
            ? 'Confirma que eres tú con uno de tus códigos de recuperación.'
            : 'Confirma que eres tú con el código de tu aplicación.'}
        </p>
        <Card className="mt-6">
          <form method="post" noValidate onSubmit={submit} className="grid gap-5">
            {isRecovery ? (
              <TextField
                label="Código de recuperación"
                hint="Cada uno sirve una vez."
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                {...field('code')}
              />
            ) : (
              <CodeField {...field('code')} />
            )}
            {problem && (
              <Notice
                kind="danger"
                live
                action={isGone && <TextLink to={startAgain}>Iniciar Sesión</TextLink>}
              >
                {problem}
              </Notice>
            )}
            <SubmitButton variant="primary" size="lg" block pending={pending} pendingLabel="Confirmando…">
              Continuar
            </SubmitButton>
          </form>
        </Card>
        <Button
          variant="quiet"
          className="mt-3"
          onClick={() => {
            form.reset()
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
        </Button>
      </div>
    </PageContainer>
  )
}
