import { BadgeCheck } from 'lucide-react'
import { formatRut } from '../../../chile/rut.ts'
import { SupportLink } from '../../../site/support-link.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Chip, ChipList } from '../../../ui/display/chips.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import type { OwnProfile } from '../schema.ts'
import { NamePendingNotice } from './name-pending-notice.tsx'

/** OPEN-59: reviewed data that only support can change. */
export function VerifiedData({ profile }: { profile: OwnProfile }) {
  const { name, rut, university, graduationYear, experience, specialties } = profile
  const studies = [university, graduationYear].filter((part) => part !== null).join(', titulación ')
  return (
    <Card flush>
      <CardHead
        title="Datos verificados"
        end={
          <Badge tone="verified" icon={<BadgeCheck aria-hidden="true" />}>
            Verificado
          </Badge>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-5 md:p-6">
        {!profile.nameConfirmed && <NamePendingNotice />}
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 text-ui *:min-w-0 *:wrap-anywhere md:grid-cols-2">
          <Entry term="Nombre">{name}</Entry>
          <Entry term="RUT">
            <span className="tabular-nums">{rut ? formatRut(rut) : '—'}</span>
          </Entry>
          <Entry term="Universidad">{studies || '—'}</Entry>
          <Entry term="Experiencia">{yearsOf(experience)}</Entry>
          <div className="md:col-span-2">
            <dt className="mb-2 text-small text-muted">Especialidades</dt>
            <dd>
              <ChipList label="Especialidades">
                {specialties.map((specialty) => (
                  <Chip key={specialty}>{specialty}</Chip>
                ))}
              </ChipList>
            </dd>
          </div>
        </dl>
        <p className="border-t border-line pt-4 text-small text-muted">
          Nuestro equipo revisó estos datos. Para cambiarlos, escríbenos a <SupportLink />.
        </p>
      </div>
    </Card>
  )
}

function Entry({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

const yearsOf = (years: number | null) => (years === null ? '—' : years === 1 ? '1 año' : `${years} años`)
