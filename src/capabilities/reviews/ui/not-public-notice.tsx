import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { AccountsContract } from '../../accounts/contract.ts'
import type { OwnReview } from '../schema.ts'
import { NOT_PUBLIC_TEXTS } from './review-item.tsx'

/** H-01, H-04: why the user's review is not public, with a button to resend the confirmation mail. */
export function NotPublicNotice({ own }: { own: OwnReview | null }) {
  if (!own || (own.is_published && !own.is_hidden)) return null
  return own.is_hidden ? <Notice>{NOT_PUBLIC_TEXTS.hidden}</Notice> : <ConfirmNotice />
}

function ConfirmNotice() {
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
      {NOT_PUBLIC_TEXTS.author}
    </Notice>
  )
}
