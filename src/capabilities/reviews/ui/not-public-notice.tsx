import { useMutation } from '@tanstack/react-query'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import type { AccountsContract } from '../../accounts/contract.ts'
import { accountsQueries } from '../../accounts/queries.ts'
import type { OwnReview } from '../schema.ts'
import { NOT_PUBLIC_TEXTS } from './review-item.tsx'

/** H-01, H-04: why the user's review is not public, with a button to resend the confirmation mail. */
export function NotPublicNotice({ own }: { own: OwnReview | null }) {
  if (!own || (own.is_published && !own.is_hidden)) return null
  return own.is_hidden ? <Notice>{NOT_PUBLIC_TEXTS.hidden}</Notice> : <ConfirmNotice />
}

function ConfirmNotice() {
  const failureToast = useFailureToast()
  const resend = useMutation(
    accountsQueries(rpc<AccountsContract>('accounts')).resendConfirmation.mutationOptions({
      onMutate: failureToast.dismiss,
      onSuccess: () =>
        toast({
          kind: 'success',
          title: 'Correo enviado',
          text: 'Abre el enlace que te enviamos; vence en 24 horas.',
        }),
      onError: (error) => failureToast.show({ text: failureTextOf(failureOf(error)) }),
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
      {NOT_PUBLIC_TEXTS.author}
    </Notice>
  )
}
