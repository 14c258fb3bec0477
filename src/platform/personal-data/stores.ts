import type { Bucket } from '../files/buckets.ts'
import { BASES, type Treatment } from './inventory.ts'

/** Something that Amparo keeps outside the database (DAT-02). */
interface StoreEntry extends Omit<Treatment, 'export' | 'lookup' | 'onDeparture'> {
  /** For people. */
  title: string
  onDeparture: 'deleted' | 'kept' | 'stays in the browser'
}

export interface BrowserStore extends StoreEntry {
  kind: 'cookie' | 'localStorage' | 'sessionStorage'
  /** The name, or how the names begin. A name of several hosts has each. */
  names: readonly string[]
  /** The source file that writes it. */
  writtenIn: string
}

const OWN_BROWSER = 'Solo tu navegador'

/** Every cookie and entry of a browser's storage that Amparo writes. */
export const browserStores: readonly BrowserStore[] = [
  {
    kind: 'cookie',
    names: ['amparo', '__Host-amparo'],
    writtenIn: 'src/capabilities/accounts/identity/session.server.ts',
    title: 'Sesión',
    purpose: 'Reconocer tu sesión en cada página',
    basis: BASES.contract,
    origin: 'Se crea al entrar',
    period: 'Siete días desde el último uso, o hasta que salgas',
    recipients: 'Tu navegador y Amparo',
    onDeparture: 'deleted',
  },
  {
    kind: 'cookie',
    names: ['amparo-paso', '__Host-amparo-paso'],
    writtenIn: 'src/capabilities/accounts/identity/session.server.ts',
    title: 'Entrada que espera el segundo paso',
    purpose: 'Reconocer que tu contraseña fue correcta, hasta el segundo paso',
    basis: BASES.security,
    origin: 'Se crea al entrar, si tu cuenta pide un segundo paso',
    period: 'Diez minutos, o hasta que termines de entrar',
    recipients: 'Tu navegador y Amparo',
    onDeparture: 'deleted',
  },
  {
    kind: 'cookie',
    names: ['amparo-equipo', '__Host-amparo-equipo'],
    writtenIn: 'src/capabilities/accounts/identity/session.server.ts',
    title: 'Navegador conocido',
    purpose: 'Reconocer este navegador, para avisarte solo de los que no has usado',
    basis: BASES.security,
    origin: 'Se crea al entrar',
    period: '400 días desde la última vez que entraste',
    recipients: 'Tu navegador y Amparo',
    onDeparture: 'stays in the browser',
  },
  {
    kind: 'cookie',
    names: ['amparo-llave', '__Host-amparo-llave'],
    writtenIn: 'src/capabilities/accounts/identity/session.server.ts',
    title: 'Uso de una llave de acceso',
    purpose: 'Aceptar la respuesta de tu llave solo desde el navegador donde la usaste',
    basis: BASES.security,
    origin: 'Se crea al usar o agregar una llave de acceso',
    period: 'Cinco minutos',
    recipients: 'Tu navegador y Amparo',
    onDeparture: 'deleted',
  },
  {
    kind: 'cookie',
    names: ['aviso'],
    writtenIn: 'src/platform/flash/flash.ts',
    title: 'Mensaje de la página siguiente',
    purpose: 'Mostrarte por qué llegaste a otra página',
    basis: BASES.contract,
    origin: 'Se crea al redirigirte',
    period: 'Hasta que se muestra, un minuto a lo más',
    recipients: 'Tu navegador y Amparo',
    onDeparture: 'deleted',
  },
  {
    kind: 'sessionStorage',
    names: ['amparo-draft:'],
    writtenIn: 'src/platform/drafts/drafts.ts',
    title: 'Borradores',
    purpose: 'No perder lo que escribes si recargas la página',
    basis: BASES.contract,
    origin: 'Lo escribes tú',
    period: 'Hasta que lo envíes, salgas o cierres la pestaña',
    recipients: OWN_BROWSER,
    sensitive: true,
    onDeparture: 'deleted',
  },
  {
    kind: 'localStorage',
    names: ['amparo-draft:'],
    writtenIn: 'src/platform/drafts/drafts.ts',
    title: 'Borradores que pediste guardar',
    purpose: 'Seguir otro día con un formulario largo',
    basis: BASES.contract,
    origin: 'Lo escribes tú y eliges guardarlo',
    period: 'Hasta que lo envíes o salgas',
    recipients: OWN_BROWSER,
    sensitive: true,
    onDeparture: 'deleted',
  },
  {
    kind: 'localStorage',
    names: ['amparo-left'],
    writtenIn: 'src/platform/drafts/drafts.ts',
    title: 'Última salida',
    purpose: 'Que nadie encuentre en este navegador borradores de antes de salir',
    basis: BASES.security,
    origin: 'Se anota al salir',
    period: 'Hasta que borres los datos del navegador',
    recipients: OWN_BROWSER,
    onDeparture: 'stays in the browser',
  },
  {
    kind: 'localStorage',
    names: ['amparo-interview:'],
    writtenIn: 'src/capabilities/interview/ui/interview-storage.ts',
    title: 'Entrevistas',
    purpose: 'Mostrar en este navegador la entrevista que llenaste para un abogado',
    basis: BASES.sensitiveConsent,
    origin: 'La escribes tú',
    period: 'Hasta que la borres o borres los datos del navegador',
    recipients: OWN_BROWSER,
    sensitive: true,
    onDeparture: 'stays in the browser',
  },
  {
    kind: 'sessionStorage',
    names: ['amparo-review:'],
    writtenIn: 'src/capabilities/verification/ui/use-review-token.ts',
    title: 'Enlace de revisión',
    purpose: 'Que quien verifica pueda recargar la página abierta desde su correo',
    basis: BASES.security,
    origin: 'Viene en el enlace del correo',
    period: 'Hasta que se usa o se cierra la pestaña',
    recipients: OWN_BROWSER,
    onDeparture: 'deleted',
  },
]

/** Every folder of stored files. */
export const fileBuckets: Readonly<Record<Bucket, StoreEntry>> = {
  avatars: {
    title: 'Fotos de perfil',
    purpose: 'Guardar la foto que se ve junto a tu nombre',
    basis: BASES.contract,
    origin: 'La subiste tú',
    period: 'Hasta que la cambies o elimines tu cuenta',
    recipients: 'Cualquiera que vea tu perfil o hable contigo',
    onDeparture: 'deleted',
  },
  identidad: {
    title: 'Cédulas de identidad',
    purpose: 'Guardar la cédula que una persona compara con tus datos',
    basis: BASES.contract,
    origin: 'La subiste tú',
    period: '30 días después de verificarte, o 180 después de devolverte el perfil',
    recipients: 'Las personas de nuestro equipo que verifican abogados',
    sensitive: true,
    onDeparture: 'deleted',
  },
  certificados: {
    title: 'Papeles de causas y conversaciones',
    purpose: 'Guardar los documentos que comparten las dos partes',
    basis: BASES.sensitiveConsent,
    origin: 'Los sube una de las dos partes',
    period: 'Mientras exista la causa o la conversación; borrados, 30 días más',
    recipients: 'Solo las dos partes',
    sensitive: true,
    onDeparture: 'kept',
  },
  copias: {
    title: 'Copias de tus datos',
    purpose: 'Que descargues la copia de tus datos que pediste',
    basis: BASES.rights,
    origin: 'Las prepara Amparo cuando las pides',
    period: 'Siete días',
    recipients: 'Solo tú',
    sensitive: true,
    onDeparture: 'deleted',
  },
  evidencia: {
    title: 'Archivos de solicitudes',
    purpose: 'Resolver una solicitud de datos con lo que la prueba',
    basis: BASES.rights,
    origin: 'Los sube quien hace la solicitud',
    period: 'Un año después de la respuesta; la prueba de identidad, 30 días',
    recipients: 'Las personas de nuestro equipo que responden',
    sensitive: true,
    onDeparture: 'kept',
  },
}
