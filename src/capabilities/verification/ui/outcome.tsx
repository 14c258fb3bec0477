import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleX, LockKeyhole, MailWarning, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRut } from '../../../chile/rut.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/spinner.tsx'
import { loginPath } from '../../accounts/ui/use-return-path.ts'
import { verificationQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { MAIL_FAILED_TITLE, NOT_VERIFIED_TEXT, NOT_VERIFIED_TITLE, VERIFIED_TITLE } from './outcome-texts.ts'
import type { DashboardNavState, Viewer } from './use-review-token.ts'
import { useVerification } from './use-verification.ts'

/** Texts that differ between the two pages (TRAP-13). */
interface OutcomeTexts {
  /** ADM-04, ADM-10: the URL names no lawyer. */
  missing: string
  /** ADM-06, ADM-11: unexpected error. */
  exception: string
  /** ADM-08: text of the «already verified» state. Null: show the server's message as an error. */
  already: { title: string; text: string } | null
}

interface CommonProps {
  /** Heading level: h1 where the page has no other h1. */
  level: 'h1' | 'h2'
  back: ReactNode
}

export interface OutcomeProps extends CommonProps {
  lawyerId: string | null
  viewer: Viewer
  texts: OutcomeTexts
  /** Path that /login returns to. */
  here: string
}

/** Verifies the lawyer as soon as it may, and shows the stage (ADM-01, ADM-08). */
export function Outcome({ lawyerId, viewer, texts, here, ...common }: OutcomeProps) {
  const { stage, confirm } = useVerification(lawyerId, viewer)
  if (lawyerId === null) return <Failure text={texts.missing} {...common} />
  if (viewer === 'visitor') return <SignInFirst here={here} {...common} />
  if (viewer === 'other') return <Failure text={MESSAGES.notAllowed} {...common} />
  switch (stage.kind) {
    case 'loading':
      return (
        <>
          {common.level === 'h1' && <h1 className="sr-only">Verificación de abogado</h1>}
          <LoadingIndicator label={stage.label} />
        </>
      )
    case 'confirm':
      return <Confirm note={stage.note} lawyerId={lawyerId} confirm={confirm} {...common} />
    case 'success':
      return stage.mailFailed ? (
        <StatusMessage
          icon={<MailWarning className="text-accent-ink" />}
          title={MAIL_FAILED_TITLE}
          text={
            <>
              <span className="block">
                El abogado fue verificado, pero no se pudo enviar el correo de aviso.
              </span>
              <span className="mt-2 block">Seguiremos intentando enviarlo.</span>
            </>
          }
          {...common}
        />
      ) : (
        <StatusMessage
          icon={<BadgeCheck className="text-verified" />}
          title={VERIFIED_TITLE}
          text="El abogado fue verificado. Le avisamos por correo que ya puede entrar a su panel."
          {...common}
        />
      )
    case 'already':
      return texts.already ? (
        <StatusMessage icon={<ShieldCheck className="text-primary-ink" />} {...texts.already} {...common} />
      ) : (
        <Failure text={stage.message || NOT_VERIFIED_TEXT} {...common} />
      )
    case 'refused':
      return <Failure text={stage.message || NOT_VERIFIED_TEXT} {...common} />
    case 'signedOut':
      return <SignInFirst here={here} {...common} />
    case 'exception':
      return (
        <Failure
          text={texts.exception}
          action={
            <Button variant="primary" onClick={() => confirm()}>
              Reintentar
            </Button>
          }
          {...common}
        />
      )
  }
}

interface StatusMessageProps extends CommonProps {
  icon: ReactNode
  title: string
  text: ReactNode
  /** Main action, shown before `back`. */
  action?: ReactNode
  alert?: boolean
}

function StatusMessage({ icon, title, text, level, action, back, alert }: StatusMessageProps) {
  return (
    <div role={alert ? 'alert' : 'status'}>
      <EmptyState
        level={level}
        icon={icon}
        title={title}
        text={text}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {action}
            {back}
          </div>
        }
      />
    </div>
  )
}

function Failure(props: CommonProps & { text: string; action?: ReactNode }) {
  return (
    <StatusMessage
      alert
      icon={<CircleX className="text-danger-ink" />}
      title={NOT_VERIFIED_TITLE}
      {...props}
    />
  )
}

/** OPEN-05: for visitors, and when the session has expired. */
function SignInFirst({ here, ...common }: CommonProps & { here: string }) {
  return (
    <StatusMessage
      alert
      icon={<LockKeyhole className="text-danger-ink" />}
      title={NOT_VERIFIED_TITLE}
      text="Inicia sesión como administrador para continuar."
      action={
        <ButtonLink to={loginPath(here)} variant="primary">
          Iniciar Sesión
        </ButtonLink>
      }
      {...common}
    />
  )
}

interface ConfirmProps extends CommonProps {
  note: string | null
  lawyerId: string
  confirm(submissionId?: string): void
}

/** OPEN-05: asks for confirmation and names the lawyer, since the link may come from someone else. */
function Confirm({ note, lawyerId, level, confirm, back }: ConfirmProps) {
  const { data } = useQuery({
    ...verificationQueries().submission.queryOptions({
      input: { lawyerId },
    }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <div className="grid justify-items-center gap-4">
      {note && (
        <Notice kind="accent" live className="max-w-110">
          {note}
        </Notice>
      )}
      <EmptyState
        level={level}
        icon={<ShieldQuestion className="text-primary-ink" />}
        title={data ? `¿Verificar a ${data.name}?` : '¿Verificar a este abogado?'}
        text={
          <>
            {data && (
              <span className="mb-2 block text-ink">
                RUT {formatRut(data.rut)} · {data.university}
              </span>
            )}
            <span className="block">
              Quedará verificado, podrá entrar a su panel y le avisaremos por correo. Hazlo solo si ya
              revisaste sus antecedentes.
            </span>
          </>
        }
        action={
          <div className="grid justify-items-center gap-5">
            <div className="flex flex-wrap justify-center gap-3">
              <Button variant="primary" onClick={() => confirm(data?.submissionId)}>
                <BadgeCheck aria-hidden="true" className="size-4.5" />
                Verificar
              </Button>
              {back}
            </div>
            {data && (
              <TextLink
                to="/admin-dashboard"
                state={{ lawyerId: data.lawyerId } satisfies DashboardNavState}
                className="text-ui"
              >
                Ver sus antecedentes
              </TextLink>
            )}
          </div>
        }
      />
    </div>
  )
}
