import { Link } from 'react-router'
import { formatLongDate } from '../../../chile/dates.ts'
import type { Operator } from '../../../platform/config/config.ts'
import { SupportLink } from '../../../site/support-link.tsx'
import { newestVersion, PUBLISH_BUTTON } from '../rules.ts'

/** DAT-34: the annex on Ley 21.719, with what its article 14 ter asks to publish (letters a to l). */
export function AnnexText({ operator }: { operator: Operator }) {
  const { version, appliesFrom } = newestVersion('anexo')
  const said = (value: string | null) => value ?? 'Por informar'
  return (
    <>
      <p className="text-muted">Anexo del {formatLongDate(version)}, segunda versión</p>
      <p>
        La Ley N° 21.719, publicada el 13 de diciembre de 2024, reforma la protección de los datos personales
        y crea la Agencia de Protección de Datos Personales. Este anexo informa lo que pide su artículo 14
        ter. Rige desde el {formatLongDate(appliesFrom)}: desde esa fecha completa la política y reemplaza los
        plazos de la sección 5. Todas las <Link to="/privacidad/versiones">versiones</Link> siguen
        disponibles.
      </p>
      <h3>Quién responde por tus datos</h3>
      <ul>
        <li>Responsable: {said(operator.name)}</li>
        <li>RUT: {said(operator.rut)}</li>
        <li>Representante: {said(operator.representative)}</li>
        <li>Domicilio: {said(operator.address)}</li>
        <li>
          Correo: <SupportLink />
        </li>
      </ul>
      <h3>Tus derechos y cómo ejercerlos</h3>
      <p>
        Puedes pedir acceso a tus datos, rectificación, supresión (antes, cancelación), oposición,
        portabilidad (recibirlos en un formato electrónico de uso común) y bloqueo (que dejemos de usar un
        dato mientras se resuelve tu solicitud). Es gratis.
      </p>
      <ul>
        <li>
          <strong>Con cuenta:</strong> en <Link to="/mis-datos">Tus datos</Link> ves qué guardamos y quién lo
          vio, descargas tu copia y envías y sigues tus solicitudes.
        </li>
        <li>
          <strong>Sin cuenta:</strong> en <Link to="/solicitud-de-datos">Pide por tus datos</Link>, también
          como representante o heredero.
        </li>
      </ul>
      <p>
        Acusamos recibo y respondemos dentro de 30 días corridos. Podemos ampliar el plazo una vez, por hasta
        30 días corridos más. Un bloqueo lo respondemos dentro de 2 días hábiles. Si no accedemos, te diremos
        por qué. Si rechazamos tu solicitud o no respondemos a tiempo, puedes reclamar gratis ante la Agencia
        de Protección de Datos Personales dentro de 30 días hábiles.
      </p>
      <h3>Qué datos, de quiénes, para qué y por qué</h3>
      <ul>
        <li>
          <strong>Clientes y abogados con cuenta:</strong> identidad, contacto y acceso, para darte el
          servicio que pediste.
        </li>
        <li>
          <strong>Abogados:</strong> además, antecedentes profesionales y cédula de identidad, para verificar
          quiénes son, y planes y créditos, para prestarte lo que contrataste.
        </li>
        <li>
          <strong>Causas, conversaciones y documentos:</strong> para que encuentres abogado y lleven tu causa.
          Pueden nombrar a otras personas, como la contraparte o tus hijos.
        </li>
        <li>
          <strong>Consentimientos, solicitudes y reportes:</strong> para probar lo que aceptaste, responderte
          y cuidar a las personas.
        </li>
        <li>
          <strong>Sesiones, avisos y registros:</strong> para proteger las cuentas y avisarte.
        </li>
      </ul>
      <p>
        La base es el contrato contigo, tu consentimiento (expreso, si son datos sensibles), la defensa de un
        derecho o un deber que la ley nos impone. <Link to="/mis-datos">Tus datos</Link> dice, dato por dato,
        para qué, con qué base, hasta cuándo, quién lo recibe y de dónde viene.
      </p>
      <h3>Quién los recibe y dónde están</h3>
      <p>
        La otra parte de tu conversación o de tu causa, los abogados y el público, como dice la sección 3, y
        los proveedores que guardan los datos o envían los correos por nosotros. Sus nombres y el país, si el
        operador lo informó, están en <Link to="/mis-datos">Tus datos</Link>. Un proveedor en otro país recibe
        tus datos solo para prestar ese servicio.
      </p>
      <p>
        Nadie de nuestro equipo lee tus conversaciones. Si una parte reporta mensajes, nuestro equipo lee solo
        los que eligió. Cada vez que alguien del equipo ve tus datos, queda anotado y lo ves en «Quién vio tus
        datos».
      </p>
      <h3>Cómo los protegemos</h3>
      <p>
        Los datos viajan cifrados. Guardamos cifrados los documentos de identidad, los certificados, las
        copias de tus datos y los archivos de tus solicitudes. Puedes proteger tu cuenta con una llave de
        acceso o con un segundo paso. El equipo entra a una cuenta solo con un dato exacto y un motivo, y el
        registro de lo que hace no se puede cambiar.
      </p>
      <h3>Hasta cuándo los guardamos</h3>
      <ul>
        {PERIODS.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>De dónde vienen</h3>
      <p>
        De ti, de la otra parte de tu conversación o de tu causa, y de lo que haces en Amparo. No los tomamos
        de fuentes de acceso público.
      </p>
      <h3>Retirar tu consentimiento</h3>
      <p>
        Puedes retirarlo cuando quieras, tan fácil como lo diste, en <Link to="/mis-datos">Tus datos</Link>.
        Lo que se hizo antes con tu consentimiento sigue siendo válido.
      </p>
      <h3>Decisiones automatizadas</h3>
      <p>
        La búsqueda inteligente lee tu texto para proponer una especialidad, una comuna, una experiencia y un
        precio, y te dice qué palabras consideró. Tú puedes cambiar cada filtro. El orden de los resultados
        sigue los criterios de los <Link to="/terminos">Términos y Condiciones</Link>. Ninguna de las dos
        cosas decide por ti ni produce efectos jurídicos. La verificación de un abogado, la respuesta a un
        reporte y la suspensión de una cuenta siempre las decide una persona. Si crees que una sugerencia
        automática te perjudica, puedes pedir una explicación y que una persona la revise.
      </p>
      <h3>Datos sensibles y menores de edad</h3>
      <p>
        Los datos sensibles que incluyas en tu causa los tratamos con tu consentimiento expreso, que das al
        presionar «{PUBLISH_BUTTON}» o al enviarlos en un chat, y en cuanto sean necesarios para la defensa de
        un derecho. Los datos de niños y niñas menores de 14 años solo puede entregarlos quien los representa.
      </p>
      <h3>Vulneraciones de seguridad</h3>
      <p>
        Si una vulneración pone en riesgo tus derechos, la informaremos a la Agencia sin dilaciones indebidas.
        Si afecta datos sensibles, datos de menores de 14 años o datos económicos o financieros, también te
        avisaremos a ti, en palabras claras.
      </p>
    </>
  )
}

/** DAT-34, DAT-38: every period of a rule of retention stands here; a test finds each of them here. */
const PERIODS = [
  'Tu cuenta y tu perfil: mientras tengas la cuenta.',
  'Lo que compartiste en un chat o una causa: hasta que ambas partes se hayan ido.',
  'La cédula de identidad de un abogado: 30 días después de verificarlo, 180 después de devolver su perfil. Queda su huella.',
  'Sesiones: hasta 7 días después del último uso. El resumen de una contraseña anterior: 7 días. Los equipos desde los que entraste: 400 días. Lo que pediste sobre tu segundo paso o tu correo: 400 días.',
  'Códigos y enlaces, y la cuenta de intentos y correos enviados: hasta que vencen o, a más tardar, 30 días.',
  'La copia de tus datos: 7 días.',
  'Avisos: 180 días si los leíste, 365 si no.',
  'Solicitudes y consentimientos: 5 años. Los archivos de una solicitud y quién la hizo sin cuenta: 1 año. El documento con que probaste quién eres: 30 días después de la respuesta. Una solicitud sin confirmar: 10 días.',
  'Lo que se copió para un reporte: 1 año desde la respuesta, 30 días si no hubo infracción. El reporte: 5 años. Las medidas sobre tu cuenta y tus apelaciones: mientras tengas la cuenta.',
  'Lo que se decidió sobre un abogado que eliminó su cuenta: 5 años.',
  'Quién vio tus datos: 2 años.',
  'Copias de seguridad: hasta que otras las reemplazan.',
]
