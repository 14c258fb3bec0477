import { CircleCheck } from 'lucide-react'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { useCachedCredits } from './use-credits.ts'

export interface FirstStepsProps {
  userId: string
  /** Whether the lawyer's plan has access to the market (OPEN-31). */
  hasMarketAccess: boolean
}

/** Checklist for a lawyer with an empty dashboard. Each step has a link; done ones a tick. */
export function FirstSteps({ userId, hasMarketAccess }: FirstStepsProps) {
  const credits = useCachedCredits()
  const steps = [
    {
      done: true,
      title: 'Perfil verificado',
      text: 'Los clientes ya te encuentran en la búsqueda.',
      to: `/lawyer/${userId}`,
      link: 'Ver cómo te ven',
    },
    {
      done: hasMarketAccess,
      title: 'Elige un plan',
      text: 'Te abre el mercado de casos y trae créditos para iniciar chats.',
      to: '/subscriptions',
      link: 'Comparar planes',
    },
    {
      done: credits !== undefined && (credits.credits_used > 0 || credits.use.length > 0),
      title: 'Responde a un caso',
      text: 'Inicia un chat con quien publicó un caso de tu especialidad. Usa 1 crédito.',
      to: '/casos-recientes',
      link: 'Ir al mercado',
    },
    {
      // Never done here: once there is a proposal, the dashboard shows it instead of this checklist.
      done: false,
      title: 'Envía una propuesta',
      text: 'Desde la conversación, con tus honorarios y condiciones.',
      to: '/chat',
      link: 'Abrir conversaciones',
    },
  ]
  const next = steps.findIndex(({ done }) => !done)
  return (
    <section aria-labelledby="primeros-pasos">
      <Card flush>
        <CardHead
          title={<span id="primeros-pasos">Primeros pasos</span>}
          end={
            <span className="text-small text-muted">
              {steps.filter(({ done }) => done).length} de {steps.length} listos
            </span>
          }
        />
        <ol className="divide-y divide-line">
          {steps.map(({ done, title, text, to, link }, index) => (
            <li key={title} className="flex items-start gap-3.5 px-5 py-4 md:items-center md:px-6">
              {done ? (
                <CircleCheck aria-hidden="true" className="size-7 shrink-0 text-verified" />
              ) : (
                <span
                  aria-hidden="true"
                  className="grid size-7 shrink-0 place-items-center rounded-full border border-line-strong text-small font-semibold"
                >
                  {index + 1}
                </span>
              )}
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2.5">
                <div className="w-full min-w-0 md:w-auto md:flex-1">
                  <p className="text-ui font-semibold">
                    {title}
                    {done && <span className="sr-only">: listo</span>}
                  </p>
                  <p className="text-small text-muted">{text}</p>
                </div>
                <ButtonLink to={to} size="sm" variant={index === next ? 'primary' : 'secondary'}>
                  {link}
                </ButtonLink>
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}
