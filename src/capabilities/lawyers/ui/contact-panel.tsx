import { CircleCheck, FileText, MessageCircle, ShieldCheck } from 'lucide-react'
import { formatMoney } from '../../../chile/money.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { PublicLawyer } from '../schema.ts'
import type { Contact } from './use-contact.ts'

interface Props {
  lawyer: PublicLawyer
  /** Whether the viewer is this lawyer, who cannot contact themselves (PUB-12). */
  own: boolean
  contact: Contact
}

const nextSteps = [
  [MessageCircle, 'Se abre un chat privado. Escribirle no tiene costo.'],
  [FileText, 'Si te ofrece tomar tu caso, recibes una propuesta con los honorarios.'],
  [CircleCheck, 'Tú la aceptas o la rechazas. Nada empieza sin tu decisión.'],
] as const

/**
 * PUB-10 to PUB-12: price, «Contactar» and the next steps. On phones, `ContactBar` has the button instead.
 */
export function ContactPanel({ lawyer, own, contact }: Props) {
  return (
    <div className="grid gap-4">
      <Card>
        <p className="text-[2.125rem]/10 font-semibold tracking-[-0.025em] tabular-nums">
          {formatMoney(lawyer.price)}
        </p>
        <p className="text-small text-muted">por consulta</p>
        <Action {...{ lawyer, own, contact }} id="contacto" className="mt-5 max-md:hidden" size="lg" />
        {!own && (
          <ul className="mt-5 grid gap-3.5 border-t border-line pt-5 text-small">
            {nextSteps.map(([Icon, text]) => (
              <li key={text} className="flex gap-2.5">
                <Icon aria-hidden="true" className="mt-px size-5 flex-none text-primary-ink" />
                {text}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {lawyer.is_verified && lawyer.name_confirmed && (
        <p className="flex gap-2.5 px-1.5 text-small text-muted">
          <ShieldCheck aria-hidden="true" className="mt-px size-5 flex-none" />
          El equipo de Amparo revisó su identidad y sus antecedentes profesionales.
        </p>
      )}
    </div>
  )
}

export function ContactBar({ lawyer, own, contact }: Props) {
  return (
    <div
      data-bottom-bar=""
      className="sticky bottom-0 z-10 flex items-center justify-between gap-4 border-t border-line bg-surface px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:hidden"
    >
      <p className="font-semibold tabular-nums">
        {formatMoney(lawyer.price)} <span className="text-small font-normal text-muted">/ consulta</span>
      </p>
      <Action {...{ lawyer, own, contact }} id="contacto-barra" />
    </div>
  )
}

interface ActionProps extends Props {
  id: string
  className?: string
  size?: 'lg'
}

function Action({ lawyer, own, contact: { contact, pending, problem }, id, className, size }: ActionProps) {
  if (own)
    return (
      <div className={className}>
        {lawyer.is_verified ? (
          <ButtonLink to="/edit-lawyer-profile" variant="primary" size={size} block>
            Editar Mi Perfil
          </ButtonLink>
        ) : (
          // An unverified profile is edited in the onboarding form or not at all; the panel redirects there.
          <ButtonLink to="/dashboard" size={size} block>
            Ver estado de mi perfil
          </ButtonLink>
        )}
      </div>
    )
  return (
    <div className={classNames('grid gap-2', className)}>
      <Button
        variant="primary"
        size={size}
        block
        pending={pending}
        pendingLabel="Abriendo el chat…"
        onClick={contact}
        aria-describedby={problem ? id : undefined}
      >
        Contactar
      </Button>
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </div>
  )
}
