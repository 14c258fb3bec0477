import { ExternalLink, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { buttonClass } from '../../../ui/actions/button-style.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Help, HelpPlace } from '../schema.ts'

const GROUPS: readonly { group: HelpPlace['group']; title: string }[] = [
  { group: 'now', title: 'Ahora' },
  { group: 'lawyer', title: 'Abogado gratis' },
  { group: 'procedure', title: 'Reclamos y trámites' },
]

export interface HelpListProps {
  help: Help
  /** Names, or empty. */
  specialty: string
  commune: string
}

/** PLZ-75 to PLZ-82: the institutions, by group. */
export function HelpList({ help: { places, needsMediation }, specialty, commune }: HelpListProps) {
  return (
    <>
      <p role="status" className="mt-6 text-ui text-muted">
        {countText(places.length, specialty, commune)}
      </p>
      {needsMediation && (
        <Notice className="mt-4">
          Antes de demandar la ley exige mediación. Puedes pedirla sin abogado.
        </Notice>
      )}
      {GROUPS.map(({ group, title }) => (
        <Group key={group} id={group} title={title} places={places.filter((one) => one.group === group)}>
          {group === 'lawyer' && commune === '' && (
            <p className="border-b border-line px-5 py-4 text-ui text-muted md:px-6">
              Elige tu comuna para ver tu oficina.
            </p>
          )}
        </Group>
      ))}
      <p className="mt-6 text-small text-muted">Estas instituciones no pagan por aparecer.</p>
    </>
  )
}

function countText(count: number, specialty: string, commune: string): string {
  const what = count === 1 ? '1 institución o línea de ayuda' : `${count} instituciones y líneas de ayuda`
  return `${what}${specialty && ` para «${specialty}»`}${commune && ` en ${commune}`}.`
}

interface GroupProps {
  id: string
  title: string
  places: readonly HelpPlace[]
  children: ReactNode
}

function Group({ id, title, places, children }: GroupProps) {
  if (places.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <Card flush className="mt-3">
        {children}
        <ul className="divide-y divide-line">
          {places.map((place) => (
            <Place key={place.name} place={place} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Place({ place }: { place: HelpPlace }) {
  const { name, purpose, specialties, phone, site, hours, change } = place
  return (
    <li className="grid items-start gap-x-8 gap-y-3 px-5 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-6">
      <div className="min-w-0 max-w-[64ch]">
        <h3 className="text-h4">{name}</h3>
        <p className="mt-1 text-ui">{purpose}</p>
        {specialties.length > 0 && (
          <p className="mt-1 text-small text-muted">{`Para: ${specialties.join(', ')}.`}</p>
        )}
        {hours && <p className="mt-1 text-small text-muted">{`Atiende: ${hours}.`}</p>}
        <p className="mt-1 text-small text-muted">
          <Age place={place} />
        </p>
        {change && <p className="mt-1 text-small font-semibold text-accent-ink">{change}</p>}
      </div>
      {(phone || site) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 md:flex-col md:items-end">
          {phone && <PhoneLink place={place} phone={phone} />}
          {site && (
            <a
              href={`https://${site}`}
              target="_blank"
              rel="noopener noreferrer"
              title="Se abre en otra pestaña"
              className="inline-flex min-h-11 items-center gap-1.5 font-semibold wrap-anywhere no-underline hover:underline"
            >
              {site}
              <ExternalLink aria-hidden="true" className="size-4" />
            </a>
          )}
        </div>
      )}
    </li>
  )
}

function Age({ place: { state, checkedOn } }: { place: HelpPlace }) {
  if (state === 'unconfirmed') return 'Confirma este dato antes de ir.'
  const day = <time dateTime={checkedOn}>{formatLongDate(checkedOn)}</time>
  return state === 'overdue' ? <>Dato revisado el {day}: confírmalo antes de ir.</> : <>Revisado el {day}.</>
}

function PhoneLink({ place: { isWhatsApp, isEmergency }, phone }: { place: HelpPlace; phone: string }) {
  const Icon = isWhatsApp ? MessageCircle : Phone
  return (
    <a
      href={isWhatsApp ? `https://wa.me/${phone.replace(/\D/g, '')}` : `tel:${phone.replaceAll(' ', '')}`}
      aria-label={isWhatsApp ? `Escribir por WhatsApp al ${phone}` : `Llamar al ${phone}`}
      rel="noopener noreferrer"
      className={buttonClass({
        variant: isEmergency ? 'danger-solid' : 'secondary',
        className: 'tabular-nums',
      })}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      {phone}
    </a>
  )
}
