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

export interface OutcomeProps {
  lawyerId: string | null
  viewer: Viewer
  texts: OutcomeTexts
  /** Path that /login returns to. */
  here: string
  /** Heading level: h1 where the page has no other h1. */
  level: 'h1' | 'h2'
  back: ReactNode
}

/** Verifies the lawyer as soon as it may, and shows the stage (ADM-01, ADM-08). */
export function Outcome({ lawyerId, viewer, texts, here, ...frame }: OutcomeProps) {
  const { stage, confirm } = useVerification(lawyerId, viewer)
  if (lawyerId === null) return <Failure text={texts.missing} {...frame} />
  if (viewer === 'other') return <Failure text={MESSAGES.notAllowed} {...frame} />
  // OPEN-05: also when the session has expired.
  if (viewer === 'visitor' || stage.kind === 'signedOut')
    return (
      <Failure
        icon={<LockKeyhole className="text-danger-ink" />}
        text="Inicia sesión como administrador para continuar."
        action={
          <ButtonLink to={loginPath(here)} variant="primary">
            Iniciar Sesión
          </ButtonLink>
        }
        {...frame}
      />
    )
  switch (stage.kind) {
    case 'loading':
      return (
        <>
          {frame.level === 'h1' && <h1 className="sr-only">Verificación de abogado</h1>}
          <LoadingIndicator label={stage.label} />
        </>
      )
    case 'confirm':
      return <Confirm note={stage.note} lawyerId={lawyerId} confirm={confirm} {...frame} />
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
          {...frame}
        />
      ) : (
        <StatusMessage
          icon={<BadgeCheck className="text-verified" />}
          title={VERIFIED_TITLE}
          text="El abogado fue verificado. Le avisamos por correo que ya puede entrar a su panel."
          {...frame}
        />
      )
    case 'already':
    case 'refused':
      return stage.kind === 'already' && texts.already ? (
        <StatusMessage icon={<ShieldCheck className="text-primary-ink" />} {...texts.already} {...frame} />
      ) : (
        <Failure text={stage.message || NOT_VERIFIED_TEXT} {...frame} />
      )
    case 'exception':
      return (
        <Failure
          text={texts.exception}
          action={
            <Button variant="primary" onClick={() => confirm()}>
              Reintentar
            </Button>
          }
          {...frame}
        />
      )
  }
}

interface StatusMessageProps extends Pick<OutcomeProps, 'level' | 'back'> {
  icon: ReactNode
  title: string
  text: ReactNode
  /** Main action, shown before `back`. */
  action?: ReactNode
  role?: 'status' | 'alert'
}

function StatusMessage({ action, back, role = 'status', ...message }: StatusMessageProps) {
  return (
    <div role={role}>
      <EmptyState
        {...message}
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

const Failure = (props: Omit<StatusMessageProps, 'icon' | 'title'> & { icon?: ReactNode }) => (
  <StatusMessage
    role="alert"
    icon={<CircleX className="text-danger-ink" />}
    title={NOT_VERIFIED_TITLE}
    {...props}
  />
)

interface ConfirmProps extends Pick<OutcomeProps, 'level' | 'back'> {
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
