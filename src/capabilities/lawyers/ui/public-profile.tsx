import { Award, BadgeCheck, GraduationCap, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Chip, ChipList } from '../../../ui/display/chips.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { PublicLawyer } from '../schema.ts'
import { StatCards, type StatCardsProps } from './stat-cards.tsx'

/** Photo, name, badges and basic facts (PUB-01 to PUB-03, OPEN-54). */
export function ProfileHeader({ lawyer }: { lawyer: PublicLawyer }) {
  const { name, name_confirmed, avatar_url, is_verified, plan, university, address_commune } = lawyer
  return (
    <header className="flex flex-wrap items-start gap-4 pt-4 pb-8 md:flex-nowrap md:items-center md:gap-6 md:pt-6 md:pb-10">
      <Avatar size={112} name={name} src={avatar_url} className="max-md:size-19 max-md:text-[1.75rem]" />
      <div className="min-w-0 flex-1">
        <h1 className="text-[1.6875rem]/8 wrap-anywhere md:text-h1">{name}</h1>
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {is_verified && name_confirmed && (
            <Badge tone="verified" icon={<BadgeCheck aria-hidden="true" />}>
              Perfil Verificado
            </Badge>
          )}
          {plan === 'avanzado' && (
            <Badge tone="gold" icon={<Award aria-hidden="true" />}>
              Perfil Destacado
            </Badge>
          )}
        </div>
        <ul className="mt-3.5 grid gap-x-5 gap-y-1.5 text-ui text-muted md:flex md:flex-wrap">
          <Fact icon={<MapPin aria-hidden="true" />}>{address_commune ?? 'Ubicación no especificada'}</Fact>
          {university && <Fact icon={<GraduationCap aria-hidden="true" />}>{university}</Fact>}
        </ul>
      </div>
    </header>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.75 [&>svg]:size-4.5 [&>svg]:flex-none">
      {icon}
      {children}
    </li>
  )
}

/** Figures, specialties and description (PUB-04 to PUB-09). */
export function ProfileBody({ lawyer, figures }: StatCardsProps) {
  const { specialties, description, is_verified } = lawyer
  return (
    <>
      {!is_verified && (
        <Notice kind="accent" className="mb-6">
          Tu perfil todavía no está verificado: por ahora solo tú puedes verlo.
        </Notice>
      )}
      <StatCards lawyer={lawyer} figures={figures} />
      <Section title="Especialidades">
        <ChipList label="Especialidades">
          {(specialties.length > 0 ? specialties : ['General']).map((name) => (
            <Chip key={name}>{name}</Chip>
          ))}
        </ChipList>
      </Section>
      <Section title="Método de Trabajo">
        <p className="max-w-[64ch] wrap-anywhere whitespace-pre-line">
          {description || 'Descripción no disponible.'}
        </p>
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-10">
      <h2 className="mb-4 text-[1.5625rem]/8 md:text-[1.625rem]/8">{title}</h2>
      {children}
    </section>
  )
}
