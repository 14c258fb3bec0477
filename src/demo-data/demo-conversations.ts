import { sql } from 'kysely'
import { markReadUpTo } from '../capabilities/chat/commands.server.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { actingAs } from './acting-as.ts'
import { answerProposal, makeChat, makeProposal, type ProposalAttributes, sendText } from './conversations.ts'

/** When (minutes ago), who, and what they do. */
type Step =
  | readonly [number, 'client' | 'lawyer', string]
  | readonly [number, 'proposal', ProposalAttributes]
  | readonly [number, 'accept' | 'reject']
  /** That side has read everything so far. */
  | readonly [number, 'clientReads' | 'lawyerReads']

interface Conversation {
  client: string
  lawyer: string
  steps: readonly Step[]
}

/** In minutes. */
const HOUR = 60
const DAY = 24 * HOUR

const CAMILA = 'Camila Rojas Fuentes'
const ANDRES = 'Andrés Contreras Muñoz'
/** Clients who are not among the accounts of README.md. */
const OTHER_CLIENTS = ['Joaquín Tapia Reyes', 'Rosa Huenchumán Paillal']

const CONVERSATIONS: readonly Conversation[] = [
  { client: CAMILA, lawyer: 'Javiera Montecinos Salas', steps: [] },
  {
    client: CAMILA,
    lawyer: 'Valentina Soto Araya',
    steps: [
      [19 * DAY, 'client', 'Buenos días, Valentina. Necesito ordenar la pensión de alimentos de mi hija.'],
      [
        19 * DAY - 40,
        'lawyer',
        'Hola, Camila. ¿Hay una pensión fijada por el tribunal o es un acuerdo de palabra?',
      ],
      [19 * DAY - 55, 'client', 'De palabra. Y hace cuatro meses que no llega.'],
      [
        18 * DAY,
        'proposal',
        {
          summary:
            'Mediación previa obligatoria y, si no hay acuerdo, demanda de alimentos mayores con solicitud de alimentos provisorios.',
          fee: 620_000,
          conditions: ['50% al comenzar y 50% con la sentencia', 'Incluye hasta dos audiencias'],
        },
      ],
      [
        17 * DAY,
        'client',
        'Muchas gracias. Por ahora se me escapa del presupuesto, voy a partir con la Corporación.',
      ],
      [17 * DAY - 5, 'reject'],
      [
        17 * DAY - 50,
        'lawyer',
        'Lo entiendo, Camila. Si más adelante me necesitas, aquí estoy. ¡Mucha suerte!',
      ],
      [16 * DAY, 'clientReads'],
      [16 * DAY, 'lawyerReads'],
    ],
  },
  {
    client: CAMILA,
    lawyer: 'Constanza Pino Valdebenito',
    steps: [
      [30 * HOUR, 'client', 'Hola, ¿atiende también por videollamada?'],
      [
        29 * HOUR,
        'lawyer',
        'Hola, Camila. Sí, de lunes a jueves después de las 18:00. ¿Te sirve el miércoles?',
      ],
      [28 * HOUR, 'client', 'Gracias, quedo atenta.'],
      [28 * HOUR, 'clientReads'],
      [27 * HOUR, 'lawyerReads'],
    ],
  },
  {
    client: CAMILA,
    lawyer: ANDRES,
    steps: [
      [
        12 * DAY,
        'client',
        'Hola, Andrés. Mi arrendador no me devuelve la garantía y ya pasaron tres meses desde que entregué el departamento.',
      ],
      [
        12 * DAY - 25,
        'lawyer',
        'Hola, Camila. ¿Firmaron un acta de entrega? ¿Y tienes los comprobantes de los gastos comunes al día?',
      ],
      [12 * DAY - 32, 'client', 'Acta sí, con fotos.\nGastos comunes pagados hasta el último mes.'],
      [12 * DAY - 40, 'lawyer', 'Perfecto, con eso hay caso. Te dejo mi propuesta.'],
      [
        12 * DAY - 70,
        'proposal',
        {
          summary:
            'Carta de cobro con plazo de 10 días y, si no paga, demanda de restitución de la garantía con reajustes e intereses.',
          fee: 280_000,
          conditions: ['Pago en dos cuotas', 'Los gastos de notificación se rinden aparte'],
        },
      ],
      [11 * DAY, 'client', 'La leí con calma y me parece bien.'],
      [11 * DAY - 4, 'accept'],
      [11 * DAY - 20, 'lawyer', '¡Gracias por la confianza! Esta semana envío la carta de cobro.'],
      [5 * DAY, 'lawyer', 'Carta enviada por correo certificado. El plazo vence el viernes.'],
      [5 * DAY - 15, 'client', '¡Qué bueno! ¿Tengo que hacer algo mientras tanto?'],
      [5 * DAY - 22, 'lawyer', 'Nada por ahora. Si te escribe directamente, no le respondas y me avisas.'],
      [26 * HOUR, 'client', 'Me llamó recién. Ofrece devolver la mitad.'],
      [
        26 * HOUR - 12,
        'lawyer',
        'No aceptes todavía: con el acta y las fotos no tiene cómo justificar el descuento.',
      ],
      [25 * HOUR, 'client', 'Entendido.'],
      [24 * HOUR, 'clientReads'],
      [24 * HOUR, 'lawyerReads'],
      [70, 'lawyer', 'Camila, respondió la carta: ofrece el total en dos pagos. ¿Lo conversamos hoy?'],
      [69, 'clientReads'],
      [64, 'client', '¡Excelente noticia! Puedo después de las 17:00.'],
    ],
  },
  {
    client: CAMILA,
    lawyer: 'Nicolás Sandoval Ibarra',
    steps: [
      [
        4 * HOUR,
        'client',
        'Hola, Nicolás. ¿Podría agendar una hora esta semana por un tema de cotizaciones?',
      ],
      [4 * HOUR - 1, 'lawyerReads'],
      [3 * HOUR, 'clientReads'],
      [50, 'lawyer', 'Hola, Camila. Claro que sí.'],
      [49, 'lawyer', 'Puedo atenderte el martes a las 19:00 por videollamada.'],
    ],
  },
  {
    client: CAMILA,
    lawyer: 'Paulina Henríquez Bravo',
    steps: [
      [
        27 * HOUR,
        'client',
        'Buenas tardes, Paulina. Me despidieron el lunes y no sé si firmar el finiquito.',
      ],
      [
        26 * HOUR,
        'lawyer',
        'Hola, Camila. Estás dentro de plazo para reclamar. ¿Te entregaron carta de despido y firmaste finiquito?',
      ],
      [26 * HOUR - 7, 'client', 'Carta sí, por necesidades de la empresa. El finiquito todavía no lo firmo.'],
      [26 * HOUR - 9, 'lawyerReads'],
      [
        38,
        'lawyer',
        'Perfecto, no lo firmes sin reserva de derechos. Revisé tu contrato y te dejo mi propuesta.',
      ],
      [37, 'clientReads'],
      [
        36,
        'proposal',
        {
          summary:
            'Demanda por despido injustificado y cobro de prestaciones, con representación hasta la sentencia de primera instancia.',
          fee: 380_000,
          conditions: ['30% al firmar, el resto al recibir el pago', 'Sin costo si no hay resultado'],
        },
      ],
    ],
  },
  {
    client: 'Joaquín Tapia Reyes',
    lawyer: ANDRES,
    steps: [
      [
        2 * DAY,
        'client',
        'Hola, tengo un problema con la administración de mi edificio: cobran multas que no están en el reglamento.',
      ],
      [
        2 * DAY - 30,
        'lawyer',
        'Hola, Joaquín. ¿Me puedes decir de qué fecha es el reglamento y cuántas multas te han cursado?',
      ],
      [2 * DAY - 45, 'client', 'Es de 2011 y van cuatro multas desde marzo, unos $320.000 en total.'],
      [28 * HOUR, 'lawyer', 'Revisé el reglamento. Dos de las cuatro no tienen ningún respaldo.'],
      [27 * HOUR, 'clientReads'],
      [
        5 * HOUR,
        'proposal',
        {
          summary:
            'Reclamo ante el juzgado de policía local para dejar sin efecto las multas y revisión del acta de la última asamblea.',
          fee: 240_000,
          conditions: [],
        },
      ],
      [5 * HOUR, 'lawyerReads'],
    ],
  },
  {
    client: 'Rosa Huenchumán Paillal',
    lawyer: ANDRES,
    steps: [
      [20, 'client', 'Buenas tardes, don Andrés.'],
      [
        19,
        'client',
        'El dueño quiere que deje la casa este mes, pero mi contrato dura hasta julio. ¿Puede hacer eso?',
      ],
    ],
  },
]

/** Creates current conversations: proposals in every state, an active case, some unread messages. */
export async function createDemoConversations(platform: Platform): Promise<void> {
  for (const name of OTHER_CLIENTS) {
    const [first = '', second = ''] = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
    await makeAccount(platform.db, { name, email: `${first}.${second}@demo.test`, role: 'client' })
  }
  for (const conversation of CONVERSATIONS) await createConversation(platform, conversation)
}

async function idOf(platform: Platform, name: string): Promise<string> {
  const { id } = await platform.db
    .selectFrom('profiles')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a conversation with the product's commands and moves each step to its time. */
async function createConversation(
  platform: Platform,
  { client, lawyer, steps }: Conversation,
): Promise<void> {
  const parties = { clientId: await idOf(platform, client), lawyerId: await idOf(platform, lawyer) }
  const { clientId, lawyerId } = parties
  const chatId = await makeChat(platform, parties)
  const now = Date.now()
  const timeOf = (minutes: number) => new Date(now - minutes * 60_000)
  const lastSeq = async () => {
    const chat = platform.db.selectFrom('chats').select('last_seq').where('id', '=', chatId)
    return (await chat.executeTakeFirstOrThrow()).last_seq
  }
  let proposalId = ''
  let seq = 0
  for (const [minutes, what, content] of steps) {
    const time = timeOf(minutes)
    if (what === 'client') await sendText(platform, chatId, clientId, content)
    else if (what === 'lawyer') await sendText(platform, chatId, lawyerId, content)
    else if (what === 'proposal') {
      proposalId = (await makeProposal(platform, { chatId, lawyerId }, content)).id
      await sql`update proposals set created_at = ${time} where id = ${proposalId}`.execute(platform.db)
    } else if (what === 'accept' || what === 'reject') {
      const caseId = await answerProposal(platform, { clientId, proposalId }, what)
      await sql`update proposals set decided_at = ${time} where id = ${proposalId}`.execute(platform.db)
      await sql`
        update cases set created_at = ${time}, proposal_accepted_at = ${time} where id = ${caseId}
      `.execute(platform.db)
    } else {
      const reader = await actingAs(platform, what === 'clientReads' ? clientId : lawyerId)
      await markReadUpTo(reader, { chatId, upTo: seq })
    }
    await sql`
      update messages set created_at = ${time} where chat_id = ${chatId} and seq > ${seq}
    `.execute(platform.db)
    seq = await lastSeq()
  }
  const first = timeOf(steps[0]?.[0] ?? 40 * DAY)
  await sql`
    update chats set created_at = ${first},
      updated_at = coalesce((select max(created_at) from messages where chat_id = ${chatId}), ${first})
    where id = ${chatId}
  `.execute(platform.db)
}
