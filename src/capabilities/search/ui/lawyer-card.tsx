import { Award, BadgeCheck, BriefcaseBusiness, MapPin } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../../../chile/money.ts'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Chip, ChipList } from '../../../ui/display/chips.tsx'
import { Stars } from '../../../ui/display/stars.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { experienceText } from '../../lawyers/ui/experience-text.ts'
import type { LawyerSummary } from '../schema.ts'

/** CRD-04, LIM-07: most specialties on a card. */
const MAX_SPECIALTIES = { normal: 3, small: 2 } as const

export interface LawyerCardProps {
  lawyer: LawyerSummary
  /** Why this lawyer matches: «Por qué: …». */
  reason?: string | undefined
  /** For narrow columns: the wizard's last step. */
  small?: boolean | undefined
  /** The specialty of the search: sorted first, so that the card shows it. */
  matchedSpecialty?: string | undefined
}

/**
 * CRD-01 to CRD-07: a lawyer in a list. All lawyers in search results are verified, but only a confirmed name
 * has the badge (H-03). «Destacado» marks the plan avanzado.
 */
export function LawyerCard({ lawyer, reason, small = false, matchedSpecialty }: LawyerCardProps) {
  const { id, name, name_confirmed, avatar, rating, reviewCount, address_commune, experience, price, plan } =
    lawyer
  const specialties = lawyer.specialties
    .toSorted((a, b) => Number(b === matchedSpecialty) - Number(a === matchedSpecialty))
    .slice(0, small ? MAX_SPECIALTIES.small : MAX_SPECIALTIES.normal)
  const isFeatured = plan === 'avanzado'
  const nameId = useId()
  const words = name.split(' ')
  const lastWord = words.pop() ?? ''
  return (
    <article
      className={classNames(
        'flex h-full rounded-l border bg-surface',
        small
          ? 'flex-col gap-4 p-5'
          : 'flex-col gap-x-5 gap-y-4 p-5 md:grid md:grid-cols-[auto_minmax(0,1fr)_auto] md:p-6',
        isFeatured ? 'border-gold ring-1 ring-gold ring-inset' : 'border-line',
      )}
    >
      <div className={classNames('flex min-w-0 gap-4', !small && 'md:contents')}>
        <Avatar
          name={name}
          src={avatar}
          size={small ? 56 : 64}
          className={small ? undefined : 'max-md:size-13 max-md:text-[1.125rem]'}
        />
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-[1.1875rem]/6">
            <Link
              to={`/lawyer/${id}`}
              id={nameId}
              className="wrap-anywhere text-ink no-underline hover:underline"
            >
              {words.length > 0 && `${words.join(' ')} `}
              {/* Keeps the badge on the same line as the last word. */}
              <span className="inline-flex max-w-full items-center gap-1.75">
                <span className="min-w-0">{lastWord}</span>
                {name_confirmed && (
                  <BadgeCheck aria-hidden="true" className="size-4.5 flex-none text-verified" />
                )}
              </span>
            </Link>
            {name_confirmed && <span className="sr-only">Perfil verificado</span>}
            {isFeatured && (
              <Badge tone="gold" icon={<Award aria-hidden="true" />} className="font-sans tracking-normal">
                Destacado
              </Badge>
            )}
          </h3>
          <Stars average={rating} count={reviewCount} className="mt-1.5 flex-wrap" />
          <ul
            className={classNames(
              'mt-1 flex flex-wrap gap-y-1 text-small text-muted *:flex *:min-w-0 *:items-center *:gap-1.5 [&_svg]:size-3.75 [&_svg]:flex-none',
              small
                ? 'overflow-clip gap-x-3.5 [&_svg]:hidden [&>li]:relative [&>li]:before:absolute [&>li]:before:-left-2.25 [&>li]:before:content-["·"]'
                : 'gap-x-4 max-md:overflow-clip max-md:gap-x-3.5 max-md:[&_svg]:hidden max-md:[&>li]:relative max-md:[&>li]:before:absolute max-md:[&>li]:before:-left-2.25 max-md:[&>li]:before:content-["·"]',
            )}
          >
            {address_commune && (
              <li>
                <MapPin aria-hidden="true" />
                {address_commune}
              </li>
            )}
            {experience !== null && (
              <li>
                <BriefcaseBusiness aria-hidden="true" />
                {experienceText(experience)}
              </li>
            )}
          </ul>
          {!small && (
            <div className="mt-3.5 max-md:hidden">
              <Specialties names={specialties} />
              <Reason text={reason} />
            </div>
          )}
        </div>
      </div>
      <div className={classNames(!small && 'md:hidden')}>
        <Specialties names={specialties} />
        <Reason text={reason} />
      </div>
      <div
        className={classNames(
          'mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4',
          !small && 'md:mt-0 md:flex-col md:items-end md:border-0 md:pt-0',
        )}
      >
        <p className="text-[1.1875rem]/7 font-semibold tracking-[-0.012em] whitespace-nowrap tabular-nums">
          {formatMoney(price)}{' '}
          <span className="text-small font-normal tracking-normal text-muted">/ consulta</span>
        </p>
        <ButtonLink to={`/lawyer/${id}`} aria-describedby={nameId}>
          Ver Perfil
        </ButtonLink>
      </div>
    </article>
  )
}

function Specialties({ names }: { names: readonly string[] }) {
  return (
    <ChipList>
      {names.map((name) => (
        <Chip key={name} small>
          {name}
        </Chip>
      ))}
    </ChipList>
  )
}

function Reason({ text }: { text: string | undefined }) {
  return text ? <p className="mt-3 text-small text-muted">{text}</p> : null
}
