import { formatDate } from '../../../chile/dates.ts'
import { formatMoney } from '../../../chile/money.ts'
import { formatPhone } from '../../../chile/phone.ts'
import { formatRut } from '../../../chile/rut.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Chip, ChipList } from '../../../ui/display/chips.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { Submission } from '../schema.ts'
import { FormerAccounts } from './former-accounts.tsx'

/** The declared data, to be compared with the ID document (OPEN-03). */
export function DeclaredFacts({ submission }: { submission: Submission }) {
  const returned = submission.earlier.find((one) => one.outcome === 'returned')
  const years = submission.experience
  return (
    <div className="grid gap-4 px-5 py-5 md:px-6">
      <div className="flex items-center gap-4">
        <Avatar name={submission.name} src={submission.avatarUrl} size={56} />
        <h3 className="min-w-0 text-[1.625rem]/8 font-medium wrap-anywhere">{submission.name}</h3>
      </div>
      {returned && (
        <Notice kind="accent" title={`Devuelto el ${formatDate(returned.decidedAt)}`}>
          <span className="whitespace-pre-line wrap-anywhere">«{returned.reason}»</span>
        </Notice>
      )}
      <FormerAccounts former={submission.former} />
      {submission.alike.length > 0 && (
        <Notice kind="accent" title="Ya hay un abogado verificado con este nombre">
          {submission.alike.map(({ id, name }) => (
            <a
              key={id}
              href={`/lawyer/${id}`}
              target="_blank"
              rel="noreferrer"
              className="block wrap-anywhere underline"
            >
              {name}
            </a>
          ))}
        </Notice>
      )}
      <dl className="grid grid-cols-[7.25rem_minmax(0,1fr)] text-ui md:grid-cols-[8.25rem_minmax(0,1fr)] [&>*]:border-t [&>*]:border-line [&>*]:py-2.25 [&>dd]:wrap-anywhere [&>dt]:text-muted">
        <dt>RUT</dt>
        <dd className="font-semibold tabular-nums">{formatRut(submission.rut)}</dd>
        <dt>Nacimiento</dt>
        <dd>{formatDate(submission.birthDate)}</dd>
        <dt>Universidad</dt>
        <dd>{submission.university}</dd>
        <dt>Titulación</dt>
        <dd>{submission.graduationYear}</dd>
        <dt>Experiencia</dt>
        <dd>{years === 1 ? '1 año' : `${years} años`}</dd>
        <dt>Dirección</dt>
        <dd>
          {submission.address}
          <span className="block">{submission.location}</span>
        </dd>
        <dt>Teléfono</dt>
        <dd className="tabular-nums">{formatPhone(submission.phoneNumber)}</dd>
        <dt>Correo</dt>
        <dd>{submission.email}</dd>
        <dt>Especialidades</dt>
        {/* Show full names: chips normally cut long text. */}
        <dd className="[&_li_span]:whitespace-normal">
          <ChipList label="Especialidades">
            {submission.specialties.map((specialty) => (
              <Chip key={specialty} small>
                {specialty}
              </Chip>
            ))}
          </ChipList>
        </dd>
        <dt>Precio</dt>
        <dd className="tabular-nums">{formatMoney(submission.price)}</dd>
        <dt>Descripción</dt>
        <dd className="whitespace-pre-line">{submission.description}</dd>
      </dl>
    </div>
  )
}
