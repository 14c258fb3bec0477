import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded, LoadFailed } from '../../../site/loaded.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { isBeforeLawyer } from '../../cases/rules.ts'
import { CaseLink } from '../../cases/ui/case-link.tsx'
import type { ConsentsContract } from '../../consents/contract.ts'
import { consentsQueries } from '../../consents/queries.ts'
import { DOCUMENT_NAMES, DOCUMENT_PATHS, newestVersion, versionId } from '../../consents/rules.ts'
import { MESSAGES as CONSENT_MESSAGES, type OwnConsent } from '../../consents/schema.ts'
import { type CaseConsent, MESSAGES } from '../schema.ts'
import { RepublishButton } from './republish-button.tsx'
import { useCaseConsents } from './use-case-consents.ts'

/** «Tus consentimientos» of «Tus datos»: what the person agreed to, and «Retirar» (DAT-27, DAT-30, DAT-31). */
export function OwnConsents() {
  const isClient = useSessionUser()?.role === 'client'
  const query = useQuery(consentsQueries().own.queryOptions())
  return (
    <Loaded query={query} failed={MESSAGES.consentsFailed} label="Cargando tus consentimientos…">
      {({ consents }) => (
        <Card flush>
          <ul className="divide-y divide-line">
            {isClient && <CaseConsents />}
            {consents.filter(isDocument).map((consent) => (
              <DocumentConsent key={consent.kind} consent={consent} />
            ))}
            {consents
              .filter(({ kind }) => kind === 'ia_externa')
              .map((consent) => (
                <ExternalAnalysisConsent key={consent.kind} consent={consent} />
              ))}
          </ul>
          {consents.length === 0 && (
            <p className="px-5 py-4 text-muted md:px-6">No hay consentimientos registrados.</p>
          )}
        </Card>
      )}
    </Loaded>
  )
}

type DocumentKind = 'terminos' | 'privacidad'
const isDocument = (consent: OwnConsent): consent is OwnConsent & { kind: DocumentKind } =>
  consent.kind === 'terminos' || consent.kind === 'privacidad'

const rowClass = 'grid gap-2 px-5 py-4 md:px-6'

function DocumentConsent({ consent: { kind, version } }: { consent: OwnConsent & { kind: DocumentKind } }) {
  const isNewest = newestVersion(kind).version === version
  return (
    <li className={`${rowClass} grid-cols-[minmax(0,1fr)_auto] items-center`}>
      <div>
        <p className="text-ui font-semibold">{DOCUMENT_NAMES[kind]}</p>
        <p className="text-small text-muted">{`Versión del ${formatDate(version)}`}</p>
      </div>
      <ButtonLink
        size="sm"
        variant="quiet"
        to={
          isNewest ? DOCUMENT_PATHS[kind] : `/privacidad/versiones/${versionId({ document: kind, version })}`
        }
      >
        Leer<span className="sr-only">{` ${DOCUMENT_NAMES[kind]}`}</span>
      </ButtonLink>
    </li>
  )
}

function ExternalAnalysisConsent({ consent: { given, at } }: { consent: OwnConsent }) {
  const documents = useQuery(consentsQueries().own.queryOptions())
  const { submit, pending } = useSubmit(
    () => rpc<ConsentsContract>('consents').withdrawExternalAnalysis({}),
    {
      onDone() {
        toast({ kind: 'success', text: CONSENT_MESSAGES.externalWithdrawn })
        return documents.refetch()
      },
    },
  )
  return (
    <li className={`${rowClass} grid-cols-[minmax(0,1fr)_auto] items-center`}>
      <div>
        <p className="text-ui font-semibold">Enviar lo que escribes en la búsqueda a otro servidor</p>
        <p className="text-small text-muted">{dayOf(given, at)}</p>
      </div>
      {given && (
        <Button size="sm" pending={pending} onClick={() => void submit()}>
          Retirar
        </Button>
      )}
    </li>
  )
}

const dayOf = (given: boolean, at: string) => `${given ? 'Dado' : 'Retirado'} el ${formatDate(at)}`

/** The consents about the client's cases, as rows of the list. */
function CaseConsents() {
  const { data, error, refetch } = useCaseConsents()
  if (error)
    return (
      <li>
        <LoadFailed level="h3" title={MESSAGES.consentsFailed} error={error} retry={() => void refetch()} />
      </li>
    )
  return data?.consents.map((consent) =>
    consent.given === null ? null : <CaseConsentRow key={consent.case_id} consent={consent} />,
  )
}

function CaseConsentRow({ consent }: { consent: CaseConsent }) {
  const { case_id, title, status, given, at } = consent
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(
    () => import('./withdraw-consent-dialog.tsx'),
    (module) => module.WithdrawConsentDialog,
  )
  const isWithdrawable = given && isBeforeLawyer(status)
  return (
    <li className={rowClass}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
        <div>
          <p className="text-ui font-semibold wrap-anywhere">
            Datos sensibles en «<CaseLink id={case_id} title={title} />»
          </p>
          <p className="text-small text-muted">{at && dayOf(given === true, at)}</p>
        </div>
        {isWithdrawable && (
          <Button ref={button} size="sm" pending={dialog.pending} onClick={dialog.show}>
            Retirar<span className="sr-only">{` el consentimiento de «${title}»`}</span>
          </Button>
        )}
      </div>
      {given && !isBeforeLawyer(status) && (
        <p className="text-small text-pretty text-muted">
          {status === 'finalizado' ? MESSAGES.consentEnded : MESSAGES.consentRunning}{' '}
          <Link to="/mis-datos#solicitudes">Hacer una solicitud</Link>
        </p>
      )}
      {!given && isBeforeLawyer(status) && (
        <>
          <p className="text-small">{MESSAGES.consentWithdrawn}</p>
          <div className="flex flex-wrap items-center gap-2.5">
            <RepublishButton caseId={case_id} title={title} />
            <ButtonLink size="sm" to={`/case/${case_id}`}>
              Eliminar la causa
            </ButtonLink>
          </div>
        </>
      )}
      {dialog.render({ caseId: case_id, title, finalFocus: button })}
    </li>
  )
}
