import { Link } from 'react-router'
import { APPEAL_ANSWER_DAYS, SUSPENSION_REVIEW_DAYS } from '../capabilities/moderation/schema.ts'
import { RuleList } from '../capabilities/moderation/ui/community-rules.tsx'
import { formatLongDate } from '../chile/dates.ts'
import { LegalPage, LegalSection } from '../site/legal-page.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/community-rules'

const TITLE = 'Cómo cuidamos la comunidad'
/** Date of the text. */
const UPDATED = '2026-11-27'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    path: '/normas',
    description:
      'Qué no se permite en Amparo, quién lee un reporte, qué no puede ver nuestro equipo, qué medidas toma y cómo apelar.',
  })

/** DAT-73. */
export default function CommunityRules() {
  return (
    <LegalPage
      title={TITLE}
      updated={formatLongDate(UPDATED)}
      intro={
        <p>
          En Amparo se habla de problemas difíciles. Estas reglas cuidan a quienes conversan aquí, y dicen qué
          pasa cuando alguien las rompe.
        </p>
      }
    >
      <LegalSection id="reglas" title="Qué no se permite">
        <RuleList />
      </LegalSection>
      <LegalSection id="reportar" title="Reportar y bloquear">
        <p>
          Con «Reportar» nos avisas de una conversación, un mensaje, un perfil o una reseña. Eliges qué pasó
          y, si es una conversación, hasta 20 mensajes. No le diremos a nadie quién reportó. Un reporte no
          basta para tomar una medida, y muchos tampoco: siempre decide una persona. Lo que reportaste está en{' '}
          <Link to="/reportes">tus reportes</Link>.
        </p>
        <p>
          Con «Bloquear» esa persona ya no puede escribirte ni enviarte propuestas. Ambos pueden seguir
          leyendo, y no le avisamos. Puedes desbloquear cuando quieras.
        </p>
        <p>
          Si estás en peligro, llama al <a href="tel:133">133</a> (Carabineros), al <a href="tel:149">149</a>{' '}
          (Fono Familia) o al <a href="tel:1455">1455</a> (orientación en violencia contra la mujer).
        </p>
      </LegalSection>
      <LegalSection id="quien-lee" title="Quién lee un reporte">
        <p>
          Una persona de nuestro equipo, después de confirmar que es ella. Lee solo una copia de lo que eligió
          quien reporta; si necesita más, se lo pide, y quien reporta puede decir que no. Cada vez que lo lee
          queda en el registro, y cuando el reporte se cierra ambas partes lo ven en «Quién vio tus datos».
        </p>
        <p>
          Nuestro equipo no puede abrir una conversación, una causa ni un documento, ni entrar a tu cuenta. Si
          eres abogada o abogado, no incluyas lo protegido por el secreto profesional.
        </p>
      </LegalSection>
      <LegalSection id="medidas" title="Qué medidas tomamos">
        <ul>
          <li>«Sin infracción»: no pasa nada más.</li>
          <li>«Advertencia»: le decimos a la persona qué regla rompió.</li>
          <li>
            «Ocultar contenido»: una reseña deja de verse y de contar, o la descripción de un perfil deja de
            verse. Un mensaje nunca se oculta.
          </li>
          <li>
            «Suspender»: la persona no puede escribir, publicar ni gastar créditos, y su perfil y sus causas
            abiertas dejan de mostrarse. Sigue leyendo lo suyo y viendo sus datos. La anunciamos tres días
            antes, con espacio para responder, salvo riesgo grave. Tiene fecha de término, o la revisamos cada{' '}
            {SUSPENSION_REVIEW_DAYS} días.
          </li>
        </ul>
        <p>Toda medida nombra la regla y el motivo. A quien reportó le contamos solo qué decidimos.</p>
      </LegalSection>
      <LegalSection id="apelar" title="Apelar">
        <p>
          Con «Apelar», en <Link to="/cuenta-suspendida">las decisiones sobre tu cuenta</Link>, puedes pedir
          una vez que revisemos la medida. Respondemos en {APPEAL_ANSWER_DAYS} días; si el equipo es de más de
          una persona, responde otra. Si tienes razón, todo vuelve a estar como antes.
        </p>
      </LegalSection>
    </LegalPage>
  )
}
