import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../chile/dates.ts'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import type { CaseView, Party } from '../schema.ts'
import { AdvanceCase } from './advance-case.tsx'
import { CaseBadge } from './case-badge.tsx'
import { statusWords } from './status-words.ts'

interface CaseHeaderProps {
  view: CaseView
  /** Whether a proposal for the case waits for the client's answer. */
  proposed?: boolean
  /** Buttons of later slices: on phones one stands beside the title, the others below the people. */
  titleAction?: ReactNode
  action?: ReactNode
}

/** CAS-01 to CAS-06, OPEN-42. */
export function CaseHeader({ view, proposed = false, titleAction, action }: CaseHeaderProps) {
  const { number, title, status, client, lawyer, side, proposal_accepted_at: started } = view
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <header className="pt-8 pb-6">
      <TextLink to="/dashboard" className="text-muted">
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        Volver al panel
      </TextLink>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 md:gap-x-6">
        <div className="col-span-full flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-small text-muted tabular-nums">
          {/* A live region: the status changes when the lawyer advances the case. */}
          <span role="status" className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <CaseBadge status={status} proposed={proposed} />
            <span className="font-medium text-ink">{statusWords(view)}</span>
          </span>
          <span>Caso #{number}</span>
          <span>
            {started ? `Iniciado el ${formatDate(started)}` : `Ingresado el ${formatDate(view.created_at)}`}
          </span>
        </div>
        <h1
          ref={heading}
          tabIndex={-1}
          className="mt-2.5 text-[1.625rem]/8 wrap-anywhere outline-none md:col-span-full md:text-[2rem]/9.5"
        >
          {title}
        </h1>
        <div className="max-md:mt-1 md:col-start-2 md:row-start-3 md:self-end">{titleAction}</div>
        <ul
          aria-label="Partes de la causa"
          className="mt-5 flex flex-wrap gap-x-8 gap-y-3 max-md:col-span-full md:row-start-3"
        >
          <Person label="Cliente" person={client} me={side === 'client'} />
          <Person label="Abogado" person={lawyer} me={side === 'lawyer'} profile />
        </ul>
        <div className="max-md:col-span-full max-md:mt-5 max-md:empty:hidden md:col-start-2 md:row-start-3 md:self-end">
          <AdvanceCase view={view} heading={heading} />
          {action}
        </div>
      </div>
    </header>
  )
}

interface PersonProps {
  label: string
  /** Null: not assigned yet. */
  person: Party | null
  me: boolean
  /** Whether the name links to the public profile. */
  profile?: boolean
}

function Person({ label, person, me, profile = false }: PersonProps) {
  const name = person?.name ?? 'No asignado'
  return (
    <li className="flex min-w-0 items-center gap-2.5">
      {person ? (
        <Avatar size={36} name={name} src={person.avatar_url} />
      ) : (
        <span aria-hidden="true" className="size-9 rounded-full border border-dashed border-control" />
      )}
      <div className="min-w-0 text-ui">
        <p className="text-micro text-muted">{me ? `${label} (tú)` : label}</p>
        <p className="font-semibold wrap-anywhere">
          {profile && !me && person?.id ? (
            <Link to={`/lawyer/${person.id}`} className="text-ink hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
      </div>
    </li>
  )
}
