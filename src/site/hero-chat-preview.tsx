import { buttonClass } from '../ui/actions/button-style.ts'
import { Avatar } from '../ui/display/avatar.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { Icon } from '../ui/display/icon.tsx'
import { Roof } from './roof.tsx'

const bubble = 'max-w-[84%] rounded-[14px] px-3.5 py-2.5'

/** Illustration in the hero: a chat that ends in a proposal. Inert, since it is only a picture. */
export function HeroChatPreview() {
  return (
    <div aria-hidden="true" inert className="relative mx-1.5 min-w-0 pt-19.5 select-none md:mx-0 md:pt-29">
      <Roof className="absolute top-0 left-0 h-19.5 md:h-29" />
      <div className="rounded-t-[2px] rounded-b-xl border border-line bg-surface shadow-raise">
        <div className="flex items-center gap-3 border-b border-line px-5 py-4.5">
          <Avatar name="Javiera Contreras" size={44} />
          <div>
            <b className="flex items-center gap-1.5 text-ui">
              Javiera Contreras Muñoz
              <Icon name="badge-check" className="size-4.25 text-verified" />
            </b>
            <span className="block text-small text-muted">Derecho Laboral · Maipú</span>
          </div>
        </div>
        <div className="grid gap-2.5 px-3.5 py-4 text-ui md:p-5">
          <p className={`${bubble} justify-self-end rounded-br-[4px] bg-bubble-me text-on-bubble-me`}>
            Hola, me despidieron el lunes y no me entregaron carta.
          </p>
          <p className={`${bubble} rounded-bl-[4px] bg-bubble`}>
            Hola, Camila. Estás dentro de plazo para reclamar. ¿Tienes tu contrato a mano?
          </p>
          <div className="mt-1.5 rounded-l border border-line-strong p-4">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <b>Propuesta de honorarios</b>
              <Badge tone="accent">Pendiente</Badge>
            </p>
            <p className="mt-1.5 mb-3.5 max-w-[34ch] text-small text-muted">
              Demanda por despido injustificado y cobro de prestaciones.
            </p>
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="figure text-[1.5rem]/8">$380.000</span>
              <span className="flex gap-2 max-md:w-full">
                <span className={buttonClass({ size: 'sm', className: 'max-md:flex-1' })}>Rechazar</span>
                <span className={buttonClass({ variant: 'primary', size: 'sm', className: 'max-md:flex-1' })}>
                  Aceptar
                </span>
              </span>
            </p>
          </div>
        </div>
      </div>
    </div>
  )
}
