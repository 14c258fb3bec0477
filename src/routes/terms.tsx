import { Link } from 'react-router'
import { formatLongDate } from '../chile/dates.ts'
import { LegalPage, LegalSection } from '../site/legal-page.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { SupportLink } from '../site/support-link.tsx'
import type { Route } from './+types/terms'

const TITLE = 'Términos y Condiciones'
/** STA-01: date of the text. */
const UPDATED = '2025-07-02'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    path: '/terminos',
    description:
      'Las reglas de uso de Amparo: qué hace la plataforma, qué no hace, y qué pueden esperar clientes y abogados.',
  })

/** STA-02, OPEN-28. */
export default function Terms() {
  return (
    <LegalPage
      title={TITLE}
      updated={formatLongDate(UPDATED)}
      intro={
        <>
          <p>
            Estas son las reglas para usar Amparo. Las escribimos para que se entiendan: si algo no queda
            claro, escríbenos antes de aceptar. Al crear una cuenta o usar la plataforma, las aceptas.
          </p>
          <p>
            Lo que hacemos con tus datos personales está en nuestra{' '}
            <Link to="/privacidad">Política de Privacidad</Link>.
          </p>
        </>
      }
    >
      <LegalSection id="uso" title="Uso de la plataforma">
        <p>
          Amparo es un lugar de encuentro entre personas que necesitan ayuda legal en Chile y abogados que la
          ofrecen. En la plataforma puedes buscar abogados, publicar tu causa, conversar en privado, recibir
          propuestas de honorarios y seguir el avance de una causa aceptada.
        </p>
        <p>
          <strong>
            Amparo no es un estudio jurídico, no entrega asesoría legal y no garantiza ningún resultado.
          </strong>{' '}
          La asesoría la da, bajo su propia responsabilidad, el abogado que tú eliges. Los textos de la
          plataforma y las sugerencias automáticas orientan la búsqueda; no reemplazan la opinión de un
          abogado.
        </p>
        <h3>Cómo ordenamos y recomendamos</h3>
        <p>
          En las búsquedas aparecen solo abogados verificados. Se ordenan por su plan (Avanzado, Intermedio,
          Básico y Gratis), luego por su calificación, la cantidad de reseñas, los años de experiencia y el
          nombre. Las recomendaciones que ves al publicar una causa consideran la especialidad y ponen primero
          a quienes atienden en tu comuna. Por lo tanto, el plan que un abogado contrata influye en su lugar
          en la lista; no influye en su verificación ni en sus reseñas.
        </p>
        <h3>Lo que no está permitido</h3>
        <ul>
          <li>Hacerse pasar por otra persona o usar una cuenta ajena.</li>
          <li>Publicar datos falsos, contenido ilegal, ofensivo o que dañe a terceros.</li>
          <li>Subir documentos que no tienes derecho a compartir.</li>
          <li>Reunir datos de otras personas o usarlos para algo distinto de la consulta o la causa.</li>
          <li>Enviar publicidad no pedida o contactar de forma insistente.</li>
          <li>
            Intentar entrar a información ajena, sobrecargar el servicio o saltarse sus medidas de seguridad.
          </li>
        </ul>
        <p>
          Si estás en peligro, no esperes una respuesta por la plataforma: llama a Carabineros al 133. Para
          orientación en violencia contra la mujer, llama al 1455.
        </p>
      </LegalSection>
      <LegalSection id="cuentas" title="Cuentas de usuario">
        <p>
          Para publicar una causa, conversar o enviar propuestas necesitas una cuenta. Puedes crearla si
          tienes 18 años o más. Debes registrarte con datos verdaderos y mantenerlos al día. Si la consulta es
          sobre un niño, niña o adolescente, la cuenta es de la persona adulta que lo representa.
        </p>
        <p>
          Tu contraseña es personal: no la compartas y avísanos si crees que alguien más la conoce. Respondes
          por lo que se haga con tu cuenta mientras no nos avises.
        </p>
        <p>
          Puedes eliminar tu cuenta cuando quieras desde tu perfil. Al eliminarla, dejas de aparecer con tu
          nombre. Las conversaciones, causas aceptadas y documentos que compartiste con otra persona siguen
          disponibles para ella, porque también son parte de sus antecedentes: apareces como «Usuario
          eliminado», y el texto de tus mensajes y documentos queda tal cual, también los datos de contacto
          que hayas escrito en él.
        </p>
        <p>
          Podemos suspender o cerrar una cuenta que incumpla estos términos o ponga en riesgo a otras
          personas. Salvo que sea urgente, te avisaremos antes y te diremos la razón, para que puedas
          responder.
        </p>
      </LegalSection>
      <LegalSection id="abogados" title="Responsabilidades de los abogados">
        <p>Quien se registra como abogado declara y acepta que:</p>
        <ul>
          <li>
            tiene un título de abogado vigente, otorgado por la Corte Suprema, y puede ejercer en Chile;
          </li>
          <li>los datos de su perfil y los documentos que presenta son verdaderos y están al día;</li>
          <li>
            nuestro equipo revisará sus antecedentes antes de mostrar su perfil como verificado, y podrá
            volver a pedirlos después;
          </li>
          <li>
            ejercerá conforme a la ley y a la ética profesional, guardará el secreto profesional, evitará los
            conflictos de interés y no prometerá resultados;
          </li>
          <li>
            pedirá la autorización del cliente antes de compartir sus datos con colegas o de derivar su causa.
          </li>
        </ul>
        <p>
          La verificación significa que revisamos los antecedentes que el abogado nos presentó. No es una
          garantía sobre la calidad de su trabajo.
        </p>
        <h3>Honorarios y propuestas</h3>
        <p>
          Cada abogado fija sus honorarios y los informa en una propuesta dentro del chat, con su alcance y,
          si corresponde, su plazo y condiciones. Cuando el cliente la acepta, queda registrado el acuerdo
          entre ambos. Aceptar una propuesta no equivale a otorgar patrocinio y poder: ese mandato se
          constituye aparte, en la forma que exige la ley. El abogado responde por sus propias obligaciones
          tributarias.
        </p>
        <h3>Planes y créditos</h3>
        <p>
          Los abogados pueden elegir un plan. El precio mensual en pesos chilenos, los créditos y lo que
          incluye cada plan se muestran en la página de <Link to="/subscriptions">planes</Link> antes de
          contratar. Un crédito permite iniciar un chat con el cliente de un caso publicado en el mercado; si
          ambos ya conversan, no se descuenta. Que un cliente contacte a un abogado nunca gasta créditos.
        </p>
        <p>
          Los créditos vienen con la suscripción y no se renuevan solos. Si subes de plan dentro de los 30
          días de tu último cambio, conservas los disponibles y recibes la diferencia; después, los
          disponibles pasan a ser los del plan nuevo. No son dinero ni se pueden transferir. Por ahora no se
          realiza ningún cobro por los planes: si eso cambia, lo informaremos antes, y quien contrate tendrá
          al menos 10 días para retractarse.
        </p>
      </LegalSection>
      <LegalSection id="responsabilidad" title="Limitación de responsabilidad">
        <p>
          El encargo es entre el cliente y el abogado. Amparo no es parte de él, no dirige el trabajo del
          abogado y no responde por su desempeño, sus plazos ni sus honorarios.
        </p>
        <p>
          Trabajamos para que la plataforma esté disponible y sea segura, pero puede haber interrupciones por
          mantención, fallas o causas ajenas. No la uses como único registro de un plazo legal: los plazos
          corren aunque un mensaje no haya llegado.
        </p>
        <p>
          Las reseñas son opiniones de quienes las escriben y deben basarse en una experiencia real. Podemos
          retirar las que sean falsas, ofensivas o revelen datos de otras personas.
        </p>
        <p>
          <strong>
            Nada de lo dicho aquí limita los derechos que te reconoce la Ley N° 19.496 sobre Protección de los
            Derechos de los Consumidores
          </strong>{' '}
          ni la responsabilidad que la ley no permite excluir.
        </p>
      </LegalSection>
      <LegalSection id="cambios" title="Cambios a los términos">
        <p>
          Podemos cambiar estos términos cuando cambie el servicio o la ley. Publicaremos aquí la nueva
          versión con su fecha. Si el cambio es importante, te avisaremos por correo o dentro de la plataforma
          con anticipación razonable.
        </p>
        <p>
          Los cambios rigen hacia adelante: no alteran los acuerdos que ya celebraste con un abogado o con un
          cliente. Si no estás de acuerdo, puedes eliminar tu cuenta antes de que empiecen a regir.
        </p>
      </LegalSection>
      <LegalSection id="contacto" title="Contacto">
        <p>
          ¿Necesitas ayuda? Escríbenos a <SupportLink />.
        </p>
        <p>
          Estos términos se rigen por la ley chilena. Las diferencias que no podamos resolver conversando las
          conocen los tribunales de justicia de Chile que correspondan según la ley, y siempre puedes acudir
          al Servicio Nacional del Consumidor (SERNAC).
        </p>
      </LegalSection>
    </LegalPage>
  )
}
