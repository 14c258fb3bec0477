import { useMutation } from '@tanstack/react-query'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import type { AccountsContract } from '../../accounts/contract.ts'
import { accountsQueries } from '../../accounts/queries.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import { WAITING } from './review-item.tsx'

/** H-01: why the own review is not public yet, with the way to have the mail sent again. */
export function ConfirmNotice() {
  const failed = useFailureToast()
  const resend = useMutation(
    accountsQueries(rpc<AccountsContract>('accounts')).resendConfirmation.mutationOptions({
      onMutate: failed.takeBack,
      onSuccess: () =>
        toast({
          kind: 'success',
          title: 'Correo enviado',
          text: 'Abre el enlace que te enviamos; vence en 24 horas.',
        }),
      onError: (error) => failed.say({ text: sayingOf(failureOf(error)) }),
    }),
  )
  return (
    <Notice
      action={
        <Button
          size="sm"
          pending={resend.isPending}
          pendingLabel="Enviando…"
          onClick={() => resend.mutate({})}
        >
          Reenviar correo de confirmación
        </Button>
      }
    >
      {WAITING.author}
    </Notice>
  )
}
