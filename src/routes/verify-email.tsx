import { redirect } from 'react-router'
import { requireSession } from '../platform/rpc/guards.ts'
import { Card } from '../ui/card.tsx'
import { Wrap } from '../ui/page.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { titleOf } from '../ui/product.ts'
import type { Route } from './+types/verify-email'

export const meta: Route.MetaFunction = () => [{ title: titleOf('Verificar Email') }]

/** OPEN-07: only for lawyers whose e-mail is still to be verified. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  if (user.role !== 'lawyer' || user.verification_status !== 'email_pending') throw redirect('/dashboard')
  return { email: user.email }
}

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  return (
    <Wrap className="grid gap-8 py-10">
      <PageHeading title="Verificar Email" text="Tu cuenta de abogado está creada." />
      <Card className="max-w-140">
        <p>
          El paso siguiente es verificar <strong className="wrap-anywhere">{loaderData.email}</strong> y
          completar tu perfil profesional. Mientras tanto puedes entrar y salir de tu cuenta con tu
          contraseña.
        </p>
      </Card>
    </Wrap>
  )
}
