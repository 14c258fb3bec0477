import type { ReactNode } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { AccountsContract } from '../contract.ts'

/** H-01: what waits for the client to confirm the e-mail address, with a button that sends the link again. */
export function ConfirmEmailNotice({ children }: { children: ReactNode }) {
  const { submit, pending } = useSubmit(rpc<AccountsContract>('accounts').resendConfirmation, {
    onDone: () =>
      toast({
        kind: 'success',
        title: 'Correo enviado',
        text: 'Abre el enlace que te enviamos; vence en 24 horas.',
      }),
  })
  return (
    <Notice
      action={
        <Button size="sm" pending={pending} pendingLabel="Enviando…" onClick={() => submit({})}>
          Reenviar correo de confirmación
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
