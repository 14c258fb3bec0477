import { Link } from 'react-router'
import {
  caseSentence,
  newestVersion,
  PUBLISH_BUTTON,
  REGISTER_SENTENCE,
} from '../capabilities/consents/rules.ts'
import { AnnexText } from '../capabilities/consents/ui/annex.tsx'
import { formatLongDate } from '../chile/dates.ts'
import { operatorContext } from '../platform/routing/router-context.ts'
import { LegalPage, LegalSection } from '../site/legal-page.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { SupportLink } from '../site/support-link.tsx'
import { useRootData } from '../site/use-root-data.ts'
import type { Route } from './+types/privacy'

const TITLE = 'Política de Privacidad'
/** STA-03: date of the text; the annex has its own (part G of the decisions). */
const UPDATED = '2025-07-02'
const NEWEST = newestVersion('privacidad')

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    path: '/privacidad',
    description:
      'Qué datos personales reúne Amparo, para qué los usa, con quién los comparte y cómo puedes ejercer tus derechos.',
  })

export const loader = ({ context }: Route.LoaderArgs) => ({ operator: context.get(operatorContext) })

/** STA-04, OPEN-29. */
export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      title={TITLE}
      updated={formatLongDate(UPDATED)}
      intro={
        <p>
          Quien busca ayuda legal cuenta cosas delicadas. Por eso reunimos solo los datos que hacen falta, los
          mostramos solo a quien corresponde y no los vendemos. Amparo es responsable de los datos personales
          que se tratan en la plataforma. Las secciones 1 a 5 se precisaron el{' '}
          {formatLongDate(NEWEST.version)} y rigen así desde el {formatLongDate(NEWEST.appliesFrom)}; aquí
          están todas las <Link to="/privacidad/versiones">versiones</Link>.
        </p>
      }
    >
      <LegalSection id="datos" title="Datos que recopilamos">
        <p>Según el uso, tratamos:</p>
        <ul>
          <li>
            <strong>De toda cuenta:</strong> nombre, correo electrónico, contraseña (de la que guardamos solo
            una huella, que no permite leerla), rol y, si la subes, tu foto.
          </li>
          <li>
            <strong>De los abogados, además:</strong> RUT, fecha de nacimiento, teléfono, dirección,
            universidad y año de titulación, especialidades, años de experiencia, descripción, precio de la
            consulta y una copia del documento de identidad, para verificar quiénes son.
          </li>
          <li>
            <strong>De las causas:</strong> la especialidad, la comuna, tus respuestas y lo que agregues.
            Pueden incluir datos sensibles, como tu salud, tu vida familiar o hechos de violencia. Escribe
            solo lo necesario.
          </li>
          <li>
            <strong>De tu actividad:</strong> mensajes, propuestas, tareas, documentos de la causa y reseñas;
            los avisos que recibiste y cómo quieres recibirlos.
          </li>
          <li>
            <strong>Técnicos:</strong> la dirección IP, el tipo de navegador y registros del servicio, para
            mantenerlo seguro. Usamos cookies solo para tu sesión, los pasos con que entras, reconocer tu
            equipo y mostrarte un aviso; ninguna de publicidad ni de seguimiento.
          </li>
        </ul>
        <p>
          Lo que escribes en la búsqueda con inteligencia artificial, o para encontrar la especialidad de tu
          causa, se analiza en el momento y Amparo no lo guarda, salvo que publiques tu causa.
        </p>
      </LegalSection>
      <LegalSection id="uso" title="Uso de los datos">
        <p>Usamos tus datos para:</p>
        <ul>
          <li>crear tu cuenta, reconocerte y cuidar su seguridad;</li>
          <li>verificar los antecedentes de los abogados;</li>
          <li>mostrarte abogados o casos que calzan con lo que buscas;</li>
          <li>hacer posible el chat, las propuestas y el trabajo en una causa;</li>
          <li>
            enviarte correos necesarios para el servicio, como códigos y enlaces, y avisos de tus causas, que
            puedes cambiar o terminar en «Preferencias de avisos»;
          </li>
          <li>atender tus consultas, prevenir abusos y cumplir la ley.</li>
        </ul>
        <p>
          Los tratamos porque son necesarios para prestarte el servicio, porque la ley lo ordena o con tu
          consentimiento. Esto dice junto a los botones con que aceptas o consientes:
        </p>
        <ul>
          <li>«Registrarse»: {REGISTER_SENTENCE}</li>
          <li>
            «{PUBLISH_BUTTON}»: {caseSentence(PUBLISH_BUTTON, { hasChildren: true })} Lo último, solo si tu
            causa trata de niños o niñas.
          </li>
        </ul>
        <p>
          Puedes retirar tu consentimiento cuando quieras: con «Retirar» en{' '}
          <Link to="/mis-datos">Tus datos</Link>, con «Eliminar causa» mientras espera abogado, y con
          «Eliminar cuenta» en tu perfil. Los mensajes no se pueden eliminar uno por uno. Para lo demás,
          escríbenos. No usamos tus conversaciones ni tus documentos para publicidad.
        </p>
      </LegalSection>
      <LegalSection id="compartir" title="Con quién compartimos">
        <ul>
          <li>
            <strong>Con la otra parte de un chat o de una causa:</strong> tu nombre, tu foto y lo que escribes
            o subes ahí. Nadie más de la plataforma lee tus conversaciones; tampoco los administradores, salvo
            los mensajes que una de las partes les reporta.
          </li>
          <li>
            <strong>Con los abogados suscritos:</strong> las causas abiertas se muestran sin el nombre del
            cliente a los abogados verificados que tienen un plan con acceso al mercado de casos. Ocultamos tu
            nombre y los RUT, teléfonos, correos, enlaces y direcciones que reconocemos en el título y la
            descripción. Puede fallar: no escribas ahí cómo ubicarte. Quien te escribe desde ahí ve tu nombre
            e inicial hasta que respondes.
          </li>
          <li>
            <strong>Con el público:</strong> el perfil profesional de los abogados verificados y las reseñas,
            con el nombre y la inicial de quien las escribe.
          </li>
          <li>
            <strong>Con nuestros proveedores:</strong> alojamiento, almacenamiento de archivos y envío de
            correos, solo para eso y bajo obligación de reserva.
          </li>
          <LanguageModel />
          <li>
            <strong>Con autoridades:</strong> cuando una ley o una resolución judicial nos obliga.
          </li>
        </ul>
        <p>
          <strong>No vendemos tus datos.</strong>
        </p>
      </LegalSection>
      <LegalSection id="seguridad" title="Seguridad">
        <p>
          La información viaja cifrada y el servidor comprueba el acceso en cada consulta: una causa y sus
          documentos solo los ven sus partes. Los documentos de identidad son privados: los ven su dueño y el
          equipo que verifica, con enlaces que vencen, y cada vista del equipo queda registrada.
        </p>
        <p>
          Guardamos tus datos mientras tengas tu cuenta. Al eliminarla, borramos tu acceso, tu perfil, tu
          foto, tus causas que esperan abogado y, si eres abogado, tu documento de identidad.
        </p>
        <p>Después queda:</p>
        <ul>
          <li>
            Lo que compartiste en un chat o una causa, hasta que ambas partes se hayan ido. Apareces como
            «Usuario eliminado», pero el texto de tus mensajes, tu causa y tus documentos queda tal cual,
            también los datos de contacto que escribiste en ellos.
          </li>
          <li>Las reseñas que escribiste, sin tu nombre.</li>
          <li>
            Una huella con clave, que no permite leer el dato: de tu correo, si escribiste reseñas; de tu RUT,
            si eres abogado, con tus revisiones, las cifras de tus reseñas y tus créditos.
          </li>
          <li>El registro de lo que hizo el equipo y, hasta que se reemplazan, las copias de seguridad.</li>
        </ul>
        <p>
          Si suspendemos tu cuenta, guardamos sus datos, pero no se muestra. Si es por un reporte, puedes
          entrar a ver lo tuyo y apelar; si no, no permite entrar.
        </p>
        <p>Si una vulneración pudiera afectarte, te lo diremos y la contendremos.</p>
      </LegalSection>
      <LegalSection id="derechos" title="Derechos ARCO">
        <p>
          La Ley N° 19.628 sobre Protección de la Vida Privada te reconoce estos derechos sobre tus datos:
        </p>
        <ul>
          <li>
            <strong>Acceso:</strong> saber qué datos tuyos tenemos, de dónde vienen, para qué los usamos y a
            quién los comunicamos.
          </li>
          <li>
            <strong>Rectificación:</strong> corregir los que sean erróneos, inexactos o incompletos.
          </li>
          <li>
            <strong>Cancelación:</strong> pedir que los eliminemos.
          </li>
          <li>
            <strong>Oposición:</strong> pedir que no los usemos para un fin determinado.
          </li>
        </ul>
        <p>
          Puedes hacer mucho en <Link to="/edit-profile">tu perfil</Link>: corregir tu nombre, cambiar tu
          contraseña y <strong>eliminar tu cuenta</strong>. En <Link to="/mis-datos">Tus datos</Link> ves lo
          que guardamos, descargas una copia y envías una solicitud. Para lo demás, escríbenos a{' '}
          <SupportLink /> desde el correo de tu cuenta, di qué derecho quieres ejercer y sobre qué datos. Es
          gratis. Los plazos y el reclamo de lo que pidas desde el 1 de diciembre de 2026 están en el anexo.
          Por lo que pediste antes, si no respondemos dentro de dos días hábiles o no estás de acuerdo con la
          respuesta, puedes reclamar ante el juez de letras en lo civil.
        </p>
      </LegalSection>
      <LegalSection id="contacto" title="Contacto">
        <p>
          ¿Necesitas ayuda? Escríbenos a <SupportLink />. Si cambiamos esta política, publicaremos aquí la
          nueva versión con su fecha y, si el cambio es importante, te avisaremos antes.
        </p>
      </LegalSection>
      <LegalSection annex id="anexo-ley-21719" title="Anexo: Ley N° 21.719">
        <AnnexText operator={loaderData.operator} />
      </LegalSection>
    </LegalPage>
  )
}

/** Only where the operator uses one (LLM_URL). */
function LanguageModel() {
  if (!useRootData()?.settings.usesLanguageModel) return null
  return (
    <li>
      <strong>Con un modelo de lenguaje externo:</strong> lo que escribes en la búsqueda con inteligencia
      artificial se envía a un proveedor que lo analiza. Va sin tu nombre ni tu cuenta, y sin los datos de
      contacto que reconocemos; lo demás, tal como lo escribiste.
    </li>
  )
}
